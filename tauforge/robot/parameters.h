// Every number of a robot, in any scalar: as double to evaluate, as literals and symbols of a graph
// to record. What is a literal folds; what is a symbol stays.
//
// Frame i is fixed to body i, its origin O_i on the axis of joint i, its z along that axis:
//   R_ai = placement[i].R Rz(q_i + offset_i)  revolute;   R_ai = placement[i].R                      prismatic
//   p_ai = placement[i].p                     revolute;   p_ai = placement[i].p + (q_i + offset_i) R_ai z
// with a the parent of i. Modified Denavit-Hartenberg frames are of this kind; assemble brings every
// other description to it.
#pragma once

#include <optional>
#include <vector>

#include "tauforge/robot/tree.h"
#include "tauforge/spatial/inertia.h"
#include "tauforge/spatial/pose.h"

namespace tauforge::robot {

using scalar::Scalar;
using spatial::Inertia;
using spatial::Pose;
using spatial::Vec3;

// Friction that varies with the position theta of its drive: a share cosine cos(rate theta) + sine sin(rate theta) of it.
template <Scalar S> struct Harmonic {
  S rate{1.0};  //                                                               [1, or 1/m]
  S cosine{0.0}, sine{0.0};

  friend bool operator==(const Harmonic&, const Harmonic&) requires std::equality_comparable<S>
  = default;
};

// By how much the level of friction grows: with the load, the torque of the drive without its friction, and with the speed.
template <Scalar S> struct FrictionGrowth {
  S load{0.0};  // per |load|, below one                                         [1]
  S root{0.0};  // per sqrt|speed|                                               [N m sqrt(s/rad) or N sqrt(s/m)]

  friend bool operator==(const FrictionGrowth&, const FrictionGrowth&) requires std::equality_comparable<S>
  = default;
};

// Friction with a memory (dynamics/presliding.h), where a state can be held: its levels are its own, since the best ones
// without a memory are others.
template <Scalar S> struct FrictionMemory {
  S distance{1.0};  // over which friction gives way like a spring               [rad or m]
  S elastic{0.5};   // share of the level up to which all of it springs back     [1]
  S coulomb{0.0}, viscous{0.0}, offset{0.0};
  FrictionGrowth<S> growth = {};
  S static_level{0.0};       // at standstill; as coulomb where there is none
  S stribeck_velocity{1.0};  // at which it fades                                [rad/s or m/s]

  friend bool operator==(const FrictionMemory&, const FrictionMemory&) requires std::equality_comparable<S>
  = default;
};

// One drive, on its own (theta) side of the transmission.
template <Scalar S> struct Drive {
  S inertia{0.0};            // rotor and gears                                  [kg m^2 or kg]
  S viscous{0.0};            //                                                  [N m s/rad or N s/m]
  S coulomb{0.0};            // sliding level                                    [N m or N]
  S offset{0.0};             // constant torque                                  [N m or N]
  S static_level{0.0};       // level at standstill, Stribeck only               [N m or N]
  S stribeck_velocity{1.0};  // speed at which the static level fades            [rad/s or m/s]
  S width{1.0};              // speed over which the sign is smoothed by tanh    [rad/s or m/s]
  std::vector<Harmonic<S>> harmonics = {};
  std::optional<FrictionGrowth<S>> growth = {};
  std::optional<FrictionMemory<S>> memory = {};

  friend bool operator==(const Drive&, const Drive&) requires std::equality_comparable<S>
  = default;
};

// A spring or a counterbalance on the axis of a joint (dynamics/spring.h): two numbers that torques are linear in, and its
// geometry.
template <Scalar S> struct Spring {
  S force{0.0};              // of a cylinder at its length `rest`, pushing           [N]
  S stiffness{0.0};          //                                                       [N m/rad or N/m]
  S rest{0.0};               // coordinate without torque, or length with `force`     [rad or m]
  S anchor{0.0}, rod{0.0};   // radii about the axis, of a cylinder                   [m]
  S cosine{1.0}, sine{0.0};  // of the angle from anchor to rod at q = 0              [1]

  friend bool operator==(const Spring&, const Spring&) requires std::equality_comparable<S>
  = default;
};

template <Scalar S> struct Parameters {
  Vec3<S> gravity;                  // acceleration, in the world frame        [m/s^2]
  std::vector<Pose<S>> placement;   // of joint i in its parent's frame
  std::vector<S> offset;            // added to the joint coordinate           [rad or m]
  std::vector<Inertia<S>> body;     // of body i about O_i, in frame i
  Inertia<S> base;                  // of a floating base, in its own frame
  std::vector<Pose<S>> link_frame;  // the file's frame of link i, in frame i
  std::vector<Drive<S>> drive;      // one per drive
  std::vector<S> G;                 // transmission, row-major joints x drives: q = G theta + q0
  std::vector<S> q0;                // one per joint                           [rad or m]
  std::vector<Spring<S>> spring;    // as many as Tree::springs
};

// The same numbers in another scalar, into memory that `result` has.
template <Scalar To, Scalar From, class Convert> void convert(const Drive<From>& from, Convert to, Drive<To>& result) {
  result.inertia = to(from.inertia), result.viscous = to(from.viscous), result.coulomb = to(from.coulomb);
  result.offset = to(from.offset), result.static_level = to(from.static_level);
  result.stribeck_velocity = to(from.stribeck_velocity), result.width = to(from.width);
  result.harmonics.resize(from.harmonics.size());
  for (std::size_t k = 0; k < from.harmonics.size(); ++k) {
    const Harmonic<From>& h = from.harmonics[k];
    result.harmonics[k] = {to(h.rate), to(h.cosine), to(h.sine)};
  }
  const auto growth = [&](const FrictionGrowth<From>& g) { return FrictionGrowth<To>{to(g.load), to(g.root)}; };
  result.growth.reset(), result.memory.reset();
  if (from.growth) result.growth = growth(*from.growth);
  if (!from.memory) return;
  const FrictionMemory<From>& m = *from.memory;
  result.memory = FrictionMemory<To>{to(m.distance), to(m.elastic),    to(m.coulomb),      to(m.viscous),
                                     to(m.offset),   growth(m.growth), to(m.static_level), to(m.stribeck_velocity)};
}

template <Scalar To, Scalar From, class Convert>
void convert(const Parameters<From>& from, Convert to, Parameters<To>& result) {
  const auto vec = [&](const Vec3<From>& v) { return Vec3<To>{to(v.x), to(v.y), to(v.z)}; };
  const auto mat = [&](const spatial::Mat3<From>& m) {
    return spatial::Mat3<To>{to(m.xx), to(m.xy), to(m.xz), to(m.yx), to(m.yy), to(m.yz), to(m.zx), to(m.zy), to(m.zz)};
  };
  const auto pose = [&](const Pose<From>& X) { return Pose<To>{mat(X.R), vec(X.p)}; };
  const auto inertia = [&](const Inertia<From>& b) {
    return Inertia<To>{to(b.m), vec(b.h), {to(b.I.xx), to(b.I.yy), to(b.I.zz), to(b.I.xy), to(b.I.yz), to(b.I.xz)}};
  };
  const auto each = [](const auto& values, auto& into, auto convert_one) {
    into.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) into[i] = convert_one(values[i]);
  };
  result.gravity = vec(from.gravity);
  each(from.placement, result.placement, pose);
  each(from.offset, result.offset, to);
  each(from.body, result.body, inertia);
  result.base = inertia(from.base);
  each(from.link_frame, result.link_frame, pose);
  result.drive.resize(from.drive.size());
  for (std::size_t j = 0; j < from.drive.size(); ++j) convert<To>(from.drive[j], to, result.drive[j]);
  each(from.G, result.G, to);
  each(from.q0, result.q0, to);
  each(from.spring, result.spring, [&](const Spring<From>& s) {
    return Spring<To>{to(s.force), to(s.stiffness), to(s.rest), to(s.anchor), to(s.rod), to(s.cosine), to(s.sine)};
  });
}

template <Scalar To, Scalar From, class Convert> Parameters<To> converted(const Parameters<From>& from, Convert to) {
  Parameters<To> result;
  convert<To>(from, to, result);
  return result;
}

// The bodies without their drives and springs: no rotor inertia, no friction.
template <Scalar S> Parameters<S> bodies_alone(Parameters<S> par) {
  for (auto& drive : par.drive) drive = {};
  for (auto& spring : par.spring) spring.force = spring.stiffness = S(0.0);
  return par;
}

// Drives that keep their rotors and nothing else.
template <Scalar S> Parameters<S> without_friction(Parameters<S> par) {
  for (auto& drive : par.drive) {
    const S rotor = drive.inertia;
    drive = {};
    drive.inertia = rotor;
  }
  return par;
}

}  // namespace tauforge::robot
