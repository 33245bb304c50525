// Velocity of a rigid body at a frame's origin, in that frame.
#pragma once

#include "tauforge/spatial/vec3.h"

namespace tauforge::spatial {

template <Scalar S> struct Twist {
  Vec3<S> linear;   // of the frame's origin   [m/s]; an acceleration [m/s^2] where said
  Vec3<S> angular;  //                         [rad/s]
};

template <Scalar S> Twist<S> operator+(const Twist<S>& a, const Twist<S>& b) {
  return {a.linear + b.linear, a.angular + b.angular};
}

}  // namespace tauforge::spatial
