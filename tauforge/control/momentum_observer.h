// Torques that no drive gave: a collision, a payload that is not known, a drive that does not do what it is told. Seen by the
// generalised momentum, without accelerations and without inverting anything.                     [DM05], [HDA17]
//
//   dp/dt = tau - f(q, qd) + b(q, qd) + tau_ext,   b = dT/dq - G            (dynamics/momentum.h)                     (1)
//   r = K (p - p(0) - integral of (tau - f + b + r) dt),   so that   dr/dt = K (tau_ext - r)                          (2)
//
// Every joint by itself: r_i is tau_ext_i behind a first-order low-pass of time constant 1/K_i. From one step to the next, with
// the torques that were in force between them, b - f as the mean of both ends, and r at the later end:
//
//   r_k = (r_k-1 + K (p_k - p_k-1 - dt (tau + mean(b - f)))) / (1 + K dt)                                               (3)
//
// Its only pole, 1 / (1 + K dt), lies between 0 and 1 for any K dt: no gain and no late step can make it unstable, and steps
// may differ in length. A constant torque appears in full; the time constant is 1/K + dt/2 to first order.
//
// f is the friction of the model at the measured speed: none of the dry kind at rest. A drive that stands takes up to its
// static friction of whatever acts on it, and that is in r then: r of a joint at rest says no more than r minus friction.
// A NaN stays in r until restart().
#pragma once

#include <span>
#include <vector>

#include "tauforge/control/model.h"

namespace tauforge::control {

class MomentumObserver {
 public:
  // Keeps a reference to the model. `gains` K per joint [1/s], above zero.
  MomentumObserver(const Model& model, std::vector<double> gains);

  // The next step begins afresh, with a residual of zero: after the brakes were on, positions came to mean something else, or
  // the model was told of another payload while the arm moved.
  void restart() noexcept;
  // dt after the last step [s]; `tau` were in force since then [N m or N].
  void step(const State& x, std::span<const double> tau, double dt) noexcept;
  std::span<const double> residual() const noexcept { return r_; }  // r [N m or N]

 private:
  const Model& model_;
  std::vector<double> gains_;
  std::vector<double> r_;
  std::vector<double> p_, b_;           // of the last step; b less friction
  std::vector<double> now_, friction_;  // p and b of this step
  bool any_ = false;                    // p_ and b_ are known
};

}  // namespace tauforge::control
