// Velocity torques h(q, qd): Newton-Euler without acceleration and gravity, serial.  [IHPH92] (paper 000)
//
// Frames as in far_frames.h, but counted from 1 as the paper does here: joint i acts in frame i-1, body i is rigid in
// frame i; m, l, k its moments there (' = transposed):
//   w_i  = R' (w_{i-1} + qd z)                               [R]             (18)
//   dw_i = R' (dw_{i-1} + w_{i-1} x qd z)                    [R]             (19)
//   U_i  = [dw_i]x + [w_i]x [w_i]x                                           FIX-000-7
//   dv_i = R' dv_{i-1} + U_i p_{i-1,i}  (+ 2 w_i x R' qd z   [P])            (20)
//   F_i  = m dv_i + U_i l,   N_i = k dw_i + w_i x k w_i                      (21) (22)
//   f_{i-1} = R (f_i + F_i)                                                  (23)
//   n_{i-1} = R (n_i + N_i + l x dv_i) + p_{i-1,i} x f_{i-1}                 (24)  FIX-000-8
//   h_i  = z . n_{i-1}  [R],   z . f_{i-1}  [P]
//
// The last cross product is formed in the far frame, where p is constant. w_0 = dw_0 = dv_0 = 0.
// Wrenches from outside, where given, are carried along, so that D qdd + (h + D_i) is complete.
#pragma once

#include "tauforge/dynamics/far_frames.h"
#include "tauforge/dynamics/inertial_wrench.h"
#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

template <Scalar S> struct VelocityTorqueWorkspace {
  FarFrames<S> X;
  std::vector<Vec3<S>> F, N;  // (21), (22) with l x dv
};

template <Scalar S>
void velocity_torque(const Tree& tree, const Parameters<S>& par, const State<S>& x, VelocityTorqueWorkspace<S>& k,
                     std::span<S> h) {
  place_far_frames<S>(tree, par, x.q, k.X);
  k.F.resize(tree.size()), k.N.resize(tree.size());

  Vec3<S> w = zero3<S>(), dw = w, dv = w;
  for (Index i : tree.base_to_tip()) {
    const Inertia<S>& body = k.X.body[i];
    const S& qd = x.qd[i];
    if (tree.is_revolute(i)) {
      dw = to_far(k.X, i, dw + qd * cross_z(w));  // (19)
      w = to_far(k.X, i, w + along_z(qd));        // (18)
    } else {
      dw = to_far(k.X, i, dw);
      w = to_far(k.X, i, w);
    }
    const Mat3<S> U = acceleration_matrix(w, dw);
    dv = to_far(k.X, i, dv) + U * k.X.p_far[i];  // (20)
    if (!tree.is_revolute(i)) dv = dv + S(2.0) * cross(w, qd * transposed_times(k.X.far[i].R, along_z(S(1.0))));
    k.F[i] = body.m * dv + U * body.h;                                  // (21)
    k.N[i] = body.I * dw + (cross(w, body.I * w) + cross(body.h, dv));  // (22)
    named(w, "w", i + 1);
    named(dw, "dw", i + 1);
    named(dv, "dv", i + 1);
    if (!x.external.empty()) {
      const Pose<S>& far = k.X.far[i];
      const Wrench<S>& e = x.external[i];  // about O of body i's own frame: carried to the far one
      k.F[i] = k.F[i] - transposed_times(far.R, e.force);
      k.N[i] = k.N[i] - transposed_times(far.R, e.moment - cross(far.p, e.force));
    }
  }

  Vec3<S> f = zero3<S>(), n = f;
  for (Index i : tree.tip_to_base()) {
    const Vec3<S> f_far = f + k.F[i];
    n = to_near(k.X, i, n + k.N[i] + cross(k.X.p_far[i], f_far));  // (24)
    f = to_near(k.X, i, f_far);                                    // (23)
    h[i] = tree.is_revolute(i) ? n.z : f.z;
  }
}

}  // namespace tauforge::dynamics
