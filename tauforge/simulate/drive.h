// Amplifier and motor of one joint: volts in, torque out, with the lag of its current.
//
//   T dtau/dt + tau = clamp(k u, +-limit)         u held between two commands           (1)
//   tau(t) = target + (tau(t0) - target) exp(-(t - t0)/T)                               (2), the solution of (1)
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace tauforge::simulate {

struct DriveSettings {
  double torque_per_volt = 1;                              // k           [N m/V or N/V]
  double time_constant = 0;                                // T; 0: none  [s]
  double limit = std::numeric_limits<double>::infinity();  //             [N m or N]
};

class Drive {
 public:
  explicit Drive(const DriveSettings& settings = {}) noexcept : settings_(settings) {}

  void command(double t, double volts) noexcept {
    begin_ = torque(t), t0_ = t;
    target_ = std::clamp(settings_.torque_per_volt * volts, -settings_.limit, settings_.limit);
  }
  double torque(double t) const noexcept {
    if (!(settings_.time_constant > 0)) return target_;
    return target_ + (begin_ - target_) * std::exp(-std::max(0.0, t - t0_) / settings_.time_constant);  // (2)
  }
  // What the amplifier measures [A, one for 1 V of a command].
  double current(double t) const noexcept { return torque(t) / settings_.torque_per_volt; }
  const DriveSettings& settings() const noexcept { return settings_; }

 private:
  DriveSettings settings_;
  double t0_ = 0, begin_ = 0, target_ = 0;
};

}  // namespace tauforge::simulate
