// The frames of paper 000, for serial chains. Frame i (counted from 0) holds the axis of joint i but
// does not move with it; body i is rigid in frame i+1, at its far end:
//   T_{i,i+1} = (turn or slide of joint i) * far_i,   far_i = placement of joint i+1, identity for the last.
// far_i is constant, and so are the body's moments seen from frame i+1.
#pragma once

#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

template <Scalar S> struct FarFrames {
  std::vector<Pose<S>> far;      // of frame i+1 in body i's own frame
  std::vector<Inertia<S>> body;  // moments of body i about O_{i+1}, in frame i+1
  std::vector<S> c, s;           // of the turn; 1 and 0 for a prismatic joint
  std::vector<Vec3<S>> p_far;    // p_{i,i+1} in frame i+1; constant for a revolute joint
};

template <Scalar S>
void place_far_frames(const Tree& tree, const Parameters<S>& par, std::span<const S> q, FarFrames<S>& k) {
  using scalar::cos;
  using scalar::sin;
  const std::size_t n = tree.size();
  k.far.assign(n, {}), k.body.resize(n), k.c.resize(n), k.s.resize(n), k.p_far.resize(n);
  for (Index i : tree.base_to_tip()) {
    if (i + 1 < tree.size()) k.far[i] = par.placement[i + 1];
    const Pose<S>& far = k.far[i];
    k.body[i] = moved(inverse(far), par.body[i]);
    const S qi = q[i] + par.offset[i];
    const bool turns = tree.is_revolute(i);
    k.c[i] = turns ? named(cos(qi), "C", i + 1) : S(1.0);
    k.s[i] = turns ? named(sin(qi), "S", i + 1) : S(0.0);
    k.p_far[i] = transposed_times(far.R, turns ? far.p : far.p + along_z(qi));
  }
}

// R_{i,i+1} v and its transpose, in two plane turns
template <Scalar S> Vec3<S> to_near(const FarFrames<S>& k, Index i, const Vec3<S>& v) {
  const Vec3<S> u = k.far[i].R * v;
  return {k.c[i] * u.x - k.s[i] * u.y, k.s[i] * u.x + k.c[i] * u.y, u.z};
}
template <Scalar S> Vec3<S> to_far(const FarFrames<S>& k, Index i, const Vec3<S>& v) {
  return transposed_times(k.far[i].R, Vec3<S>{k.c[i] * v.x + k.s[i] * v.y, k.c[i] * v.y - k.s[i] * v.x, v.z});
}
// R_{i,i+1} I R_{i,i+1}^T
template <Scalar S> Sym3<S> to_near(const FarFrames<S>& k, Index i, const Sym3<S>& inertia) {
  return spatial::turned(k.c[i], k.s[i], congruence(k.far[i].R, inertia));
}

}  // namespace tauforge::dynamics
