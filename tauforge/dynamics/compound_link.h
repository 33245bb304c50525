// Inertial coefficients D_ij and gravity torques D_i from compound links.      [IHPH92] (paper 000)
//
// Compound link j is bodies j..n-1 frozen; M, L, I are its mass, first moment and inertia about O_j, in
// frame j (far_frames.h). From the tip, with p = p_{j,j+1}; m, l, k the moments of body j in frame j+1:
//   M_j = M_{j+1} + m_j                                                              FIX-000-2
//   L_j = R (l_j + L_{j+1} + M_j p^(j+1))                                    (15)    FIX-000-3
//   I_j = R (k_j + I_{j+1} + M_j [p]x[p]x) R' - [p]x [L_j]x - [L_j]x [p]x    (17)
// With ^iT_j = [n o a p], A = -p_y n_x + p_x n_y, B = -p_y o_x + p_x o_y, C = -p_y a_x + p_x a_y:
//   D_ij = n_z I13 + o_z I23 + a_z I33 - A L_y + B L_x          R / R        (12)
//   D_ij = -n_z L_y + o_z L_x                                   P / R        derived
//   D_ij = M_j C - (R L)_y a_x + (R L)_x a_y                    R / P        derived
//   D_ij = M_j a_z                                              P / P        derived
//   D_i  = -g_i . (-L_y, L_x, 0)  [R],   -M_i g_i . z  [P]                   (13), derived
// with g_i the gravity acceleration seen from frame i. The rows of the table read: joint i / joint j.
#pragma once

#include "tauforge/dynamics/far_frames.h"
#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

template <Scalar S> struct CompoundLinkWorkspace {
  FarFrames<S> X;
  std::vector<S> M;        // mass             [kg]
  std::vector<Vec3<S>> L;  // first moment     [kg m]
  std::vector<Sym3<S>> I;  // inertia          [kg m^2]
};

// D: n x n row-major, both triangles.  D_gravity: n.
template <Scalar S>
void compound_link(const Tree& tree, const Parameters<S>& par, std::span<const S> q, CompoundLinkWorkspace<S>& k,
                   std::span<S> D, std::span<S> D_gravity) {
  const Index n = tree.size();
  place_far_frames<S>(tree, par, q, k.X);
  k.M.resize(n), k.L.resize(n), k.I.resize(n);

  Inertia<S> above{S(0.0), zero3<S>(), {}};  // M, L, I of compound link j+1
  for (Index j : tree.tip_to_base()) {
    const Inertia<S>& body = k.X.body[j];
    const Vec3<S>& p_far = k.X.p_far[j];
    const S M = above.m + body.m;
    const Vec3<S> L = to_near(k.X, j, body.h + above.h + M * p_far);  // (15)
    const Sym3<S> bracket = body.I + above.I - M * point_inertia(p_far);
    const Sym3<S> I = to_near(k.X, j, bracket) + mixed_inertia(to_near(k.X, j, p_far), L);  // (17)
    k.M[j] = named(M, "MC", j + 1);
    k.L[j] = named(L, "L", j + 1);
    k.I[j] = I;
    above = {M, L, I};
  }

  Vec3<S> g = transposed_times(par.placement[0].R, par.gravity);  // seen from frame i
  for (Index i : tree.base_to_tip()) {
    const Vec3<S>& L_i = k.L[i];
    D_gravity[i] = tree.is_revolute(i) ? g.x * L_i.y - g.y * L_i.x : -(k.M[i] * g.z);  // (13)
    g = to_far(k.X, i, g);

    Vec3<S> nx{S(1.0), S(0.0), S(0.0)}, o{S(0.0), S(1.0), S(0.0)}, a{S(0.0), S(0.0), S(1.0)};  // columns of ^iR_j
    Vec3<S> p = zero3<S>();                                                                    // p_ij in frame i
    for (Index j = i; j < n; ++j) {
      const Vec3<S>& L = k.L[j];
      const Sym3<S>& I = k.I[j];
      S d(0.0);
      if (tree.is_revolute(i) && tree.is_revolute(j)) {
        const S A = p.x * nx.y - p.y * nx.x, B = p.x * o.y - p.y * o.x;
        d = nx.z * I.xz + o.z * I.yz + a.z * I.zz + (B * L.x - A * L.y);  // (12)
      } else if (tree.is_revolute(j)) {
        d = o.z * L.x - nx.z * L.y;
      } else if (tree.is_revolute(i)) {
        const Vec3<S> RL = L.x * nx + L.y * o + L.z * a;
        d = k.M[j] * (p.x * a.y - p.y * a.x) + (RL.x * a.y - RL.y * a.x);
      } else {
        d = k.M[j] * a.z;
      }
      D[i * n + j] = d;
      D[j * n + i] = d;
      if (j + 1 == n) break;
      // ^iT_{j+1} = ^iT_j T_{j,j+1}
      const auto turned = [&](const Vec3<S>& v) { return v.x * nx + v.y * o + v.z * a; };
      p = p + turned(to_near(k.X, j, k.X.p_far[j]));
      const Mat3<S>& F = k.X.far[j].R;
      const Vec3<S> cx = k.X.c[j] * nx + k.X.s[j] * o, cy = k.X.c[j] * o - k.X.s[j] * nx;
      const Vec3<S> az = a;
      nx = F.xx * cx + F.yx * cy + F.zx * az;
      o = F.xy * cx + F.yy * cy + F.zy * az;
      a = F.xz * cx + F.yz * cy + F.zz * az;
    }
  }
}

// Paper 000's synchronous sum: D qdd + (h + D_i).
template <Scalar S>
void synchronous_sum(Index n, std::span<const S> D, std::span<const S> qdd, std::span<const S> h,
                     std::span<const S> D_gravity, std::span<S> tau) {
  for (Index i = 0; i < n; ++i) {
    S sum = h[i] + D_gravity[i];
    for (Index j = 0; j < n; ++j) sum = sum + D[i * n + j] * qdd[j];
    tau[i] = sum;
  }
}

}  // namespace tauforge::dynamics
