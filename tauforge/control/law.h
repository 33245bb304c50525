// The control laws of [IHPH92, sec. 5] and [Val, table 4].                        e = q - q_d, gains diagonal
//
//   tau = D v + b + u                                   D, b of equation.h at the law's point                (1)
//
//   law                        point                         v                             u
//   feed_forward               wanted                        qdd_d                         -       open loop
//   feed_forward_with_gravity  wanted_with_measured_gravity  qdd_d                         -
//   gravity                    gravity                       -                             -       stays where it is put
//   pd_with_gravity            gravity                       -                             - Kd ed - Kp e
//   point_to_point             measured                      - Kd qd - Kp e                -
//   tracking                   followed                      qdd_d - Kd ed - Kp e          -
//   integral_tracking          followed                      qdd_d - Kd ed - Kp e - Ki z   -       zd = e
//
// FIX-003-5: table 4 prints Kd qd for the last two as well. With it the error does not vanish on a moving reference but
// stays at -Kd/Kp qd_d; so ed is meant, and point_to_point is for references that stand still.
//
// feed_forward never looks at the arm, so an error of the model, and gravity above all, drives it away for as long as the
// motion lasts: slow motions suffer most. feed_forward_with_gravity looks at the position for gravity alone.
//
// Torques and their rates are limited. While the torque of a joint is at a limit and e would drive it further, z stands
// still: it must not grow by what the drive cannot give.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tauforge/control/equation.h"

namespace tauforge::control {

enum class Law : std::uint8_t {
  feed_forward,
  feed_forward_with_gravity,
  gravity,
  pd_with_gravity,
  point_to_point,
  tracking,
  integral_tracking
};

Point point_of(Law law);
bool looks_at_errors(Law law);  // those with gains

struct Gains {
  std::vector<double> Kp, Kd, Ki;  // per joint [1/s^2], [1/s], [1/s^3]; of pd_with_gravity [N m/rad], [N m s/rad]
};

// All poles at -w [rad/s]: with an exact model the error of computed torque vanishes as fast as it can without overshoot
// from rest.
Gains equal_poles(Law law, std::size_t joints, double w);

// Per joint, infinity where there is none.
struct TorqueLimits {
  std::vector<double> largest;  // [N m or N]
  std::vector<double> rate;     // [N m/s or N/s]
};
TorqueLimits unlimited(std::size_t joints);

class Controller {
 public:
  // Keeps a reference to the equation, which is of the law's point.
  Controller(Equation& equation, Law law, Gains gains, TorqueLimits limits);

  // The torques for one period of dt seconds.
  void step(const State& x, const Reference& r, double dt, std::span<double> tau) noexcept;
  // Begins afresh: forgets z and the way of friction, and takes the torques that the drives have now for the limits of rates.
  void restart(std::span<const double> tau) noexcept;

  std::span<const double> integral() const noexcept { return z_; }

 private:
  Equation& equation_;
  Law law_;
  Gains gains_;
  TorqueLimits limits_;
  std::vector<double> v_, z_, last_;  // the acceleration asked for; the integral of e; torques of the last step
};

}  // namespace tauforge::control
