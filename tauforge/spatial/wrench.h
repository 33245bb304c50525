// Force and moment about a frame's origin, in that frame.
#pragma once

#include "tauforge/spatial/twist.h"

namespace tauforge::spatial {

template <Scalar S> struct Wrench {
  Vec3<S> force;   // [N]
  Vec3<S> moment;  // about the frame's origin [N m]
};

template <Scalar S> Wrench<S> operator+(const Wrench<S>& a, const Wrench<S>& b) {
  return {a.force + b.force, a.moment + b.moment};
}
template <Scalar S> Wrench<S> operator-(const Wrench<S>& a, const Wrench<S>& b) {
  return {a.force - b.force, a.moment - b.moment};
}
template <Scalar S> Wrench<S> operator-(const Wrench<S>& a) { return {-a.force, -a.moment}; }
// power of a wrench on a twist, both in the same frame
template <Scalar S> S dot(const Wrench<S>& f, const Twist<S>& v) {
  return dot(f.force, v.linear) + dot(f.moment, v.angular);
}

}  // namespace tauforge::spatial
