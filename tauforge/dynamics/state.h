// What a formulation is asked about: positions, velocities, accelerations of the joints, the motion
// of a floating base, wrenches from outside. Templates read from it what they need.
#pragma once

#include <span>
#include <vector>

#include "tauforge/robot/parameters.h"
#include "tauforge/robot/tree.h"
#include "tauforge/scalar/elementary.h"
#include "tauforge/scalar/naming.h"
#include "tauforge/spatial/rotation.h"

namespace tauforge::dynamics {

using robot::Index;
using robot::Parameters;
using robot::Tree;
using scalar::begin_step;
using scalar::named;
using scalar::Scalar;
using spatial::along_z;
using spatial::Inertia;
using spatial::JointRotation;
using spatial::Mat3;
using spatial::Pose;
using spatial::Sym3;
using spatial::Twist;
using spatial::Vec3;
using spatial::Wrench;
using spatial::zero3;

// Of a floating base, components in the base's own frame (R_wb turns them into the world's).
template <Scalar S> struct BaseMotion {
  Pose<S> X_wb;           // of the base in the world
  Twist<S> velocity;      // linear of the base's origin, angular        [m/s, rad/s]
  Twist<S> acceleration;  // their time derivatives as components        [m/s^2, rad/s^2]
                          // (the origin's acceleration is linear + angular velocity x velocity)
};

template <Scalar S> struct State {
  std::vector<S> q, qd, qdd;        // of the joints                    [rad, m and derivatives]
  BaseMotion<S> base;               // read only when the base floats
  std::vector<Wrench<S>> external;  // acting ON body i, about O_i, in frame i; empty: none
  Wrench<S> external_on_base;       // acting ON a floating base, in its frame
};

// Joint forces with those of a floating base first: fx fy fz nx ny nz, then one per joint.
inline Index base_rows(const Tree& tree) { return tree.floating ? 6 : 0; }

}  // namespace tauforge::dynamics
