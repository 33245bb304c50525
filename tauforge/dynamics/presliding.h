// Friction with memory: before a joint slides it gives way like a spring, and after a reversal the torque needs a
// distance to turn round. It depends on what came before, so it is not part of inverse dynamics: it is a step function
// with a state of its own, called once per period. Elasto-plastic, after [DHAA02]: below a share b of its level it is all
// spring, so that a dither to and fro takes nothing away, which Dahl's law [Dah68] does with every turn.
//
//   d ds/dx = 1                          u <= b                                                                      (1)
//   d ds/dx = (1 - u) / (1 - b)          u > b          u = s sign(dx);  s in [-1, 1]                                (2)
//   tau     = r (level s + fv v) + f0,   level = fc + (fs - fc) exp(-(v/vs)^2) + c1 |L| + c2 sqrt|v|                 (3)
//   over a step of the way, with x = |dx|/d, e = min(x, max(0, b - u)) of it elastic, exactly:
//     u' = u + e + (1 - u - e) (1 - exp(-(x - e)/(1 - b)))                                                           (4)
//   dx = dt (v + v_last)/2                                                                                           (5)
//
// d distance [rad or m]; b share [1]; the others as in friction.h. s depends on the path, not on the speed: at rest it keeps the direction it came from. (5) leaves positions out, so that counters may be set
// anew; nothing is known before the first call: all zero.
#pragma once

#include "tauforge/dynamics/friction.h"

namespace tauforge::dynamics {

// x where it is above zero, else zero.
template <Scalar S> S positive_part(const S& x) { return S(0.5) * (x + magnitude(x)); }

// (4): the state after a step of the way.
template <Scalar S> S presliding_state(const S& distance, const S& elastic, const S& dx, const S& state) {
  using scalar::exp;
  using scalar::sign;
  const S direction = sign(dx), u = direction * state, x = direction * dx / distance;
  const S plastic = positive_part(x - positive_part(elastic - u)), e = x - plastic;
  const S slides = (S(1.0) - u - e) * (S(1.0) - exp(-plastic / (S(1.0) - elastic)));
  return state + direction * (e + slides);  // without a step it stays
}

template <Scalar S> struct PreslidingState { S s{0.0}, v{0.0}; };

// (3) after a period dt that ends at speed v; the state moves on. For drives with a memory.
template <Scalar S>
S friction_step(const robot::Drive<S>& drive, const S& theta, const S& v, const S& load, const S& dt,
                PreslidingState<S>& state) {
  using scalar::exp;
  const robot::FrictionMemory<S>& m = *drive.memory;
  state.s = presliding_state(m.distance, m.elastic, S(0.5) * dt * (v + state.v), state.s);  // (5)
  state.v = v;
  const S ratio = v / m.stribeck_velocity;
  const S level = m.coulomb + (m.static_level - m.coulomb) * exp(-(ratio * ratio)) +
                  (m.growth.load * magnitude(load) + m.growth.root * root_of_speed(v));
  return friction_ripple(drive, theta) * (level * state.s + m.viscous * v) + m.offset;
}

}  // namespace tauforge::dynamics
