// The three controllers of [Val], table 4.                                     e = q - q_d, gains diagonal
//
//   tau = M(q) v + C(q, qd) qd + G(q)                        one call of inverse dynamics with qdd := v      (1)
//   point to point           v = - Kd qd - Kp e                                                             (2)
//   tracking                 v = qdd_d - Kd ed - Kp e                                                       (3)
//   tracking with integral   v = qdd_d - Kd ed - Kp e - Ki z,     zd = e                                    (4)
//
// FIX-003-5: the table prints Kd qd in (3) and (4) as well. With it the error does not vanish on a moving reference but
// stays at -Kd/Kp qd_d; so ed is meant, and (2) is for references that stand still.
//
// Torques are limited. While the torque of a joint is at its limit and e would drive it further, z stands still: it must
// not grow by what the drive cannot give.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tauforge/control/model.h"

namespace tauforge::control {

enum class ComputedTorqueLaw : std::uint8_t { point_to_point, tracking, integral_tracking };

struct Gains {
  std::vector<double> Kp, Kd, Ki;  // per joint [1/s^2], [1/s], [1/s^3]
};

// All poles at -w [rad/s]: with an exact model the error vanishes as fast as it can without overshoot from rest.
Gains equal_poles(ComputedTorqueLaw law, std::size_t joints, double w);

class ComputedTorque {
 public:
  // Keeps a reference to the model. max_torque: per joint, infinity where there is no limit.
  ComputedTorque(const Model& model, ComputedTorqueLaw law, Gains gains, std::vector<double> max_torque);

  // The torques for one period of dt seconds.
  void step(const State& x, const Reference& r, double dt, std::span<double> tau) noexcept;
  void reset() noexcept;  // forgets z

  std::span<const double> integral() const noexcept { return z_; }

 private:
  const Model& model_;
  ComputedTorqueLaw law_;
  Gains gains_;
  std::vector<double> max_torque_;
  std::vector<double> v_, z_;  // the acceleration asked for; the integral of e
};

}  // namespace tauforge::control
