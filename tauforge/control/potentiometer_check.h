// Two sensors on one joint that have nothing in common: an encoder that slips, freezes or counts the wrong way is found out
// by a potentiometer that is a thousand times coarser, because it is absolute.
//
//   x_j = (u_j - u0_j)/k_j - q_j - b_j          b: what they differed by when the encoder was calibrated             (1)
//   y   = first-order low-pass of x, time constant 50 ms                                                              (2)
//   z   = the same with 10 ms; compared with 2 mV more, for noise passes it twice as well                             (3)
//
// (2) finds small differences that last, (3) large ones that do not: an encoder that is late is off to and fro when its
// loop swings, and the slow one would see little of it.
//
// Called from the synchronous task: noexcept, without allocation or lock.
#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace tauforge::control {

struct Potentiometer {
  double volts_per_unit = 1;                                 // k, not zero  [V/rad or V/m]
  double volts_at_zero = 0;                                  // u0           [V]
  double lowest = -std::numeric_limits<double>::infinity();  // at its ends it says nothing [V]
  double highest = std::numeric_limits<double>::infinity();
};

class PotentiometerCheck {
 public:
  PotentiometerCheck(std::vector<Potentiometer> potentiometers, std::vector<double> tolerance)
      : potentiometers_(std::move(potentiometers)),
        tolerance_(std::move(tolerance)),
        baseline_(tolerance_.size(), 0.0),
        y_(tolerance_.size(), 0.0),
        z_(tolerance_.size(), 0.0) {}

  void step(std::span<const double> volts, std::span<const double> q, double dt) noexcept {
    const double share = learning_ > 0 ? 1.0 / learning_ : -std::expm1(-dt / slow);
    const double hasty = -std::expm1(-dt / fast);
    for (std::size_t j = 0; j < y_.size(); ++j) {
      const Potentiometer& p = potentiometers_[j];
      if (!(volts[j] > p.lowest && volts[j] < p.highest)) continue;
      const double x = (volts[j] - p.volts_at_zero) / p.volts_per_unit - q[j];
      if (learning_ > 0) {
        baseline_[j] += share * (x - baseline_[j]);
      } else {
        y_[j] += share * (x - baseline_[j] - y_[j]);  // (2)
        z_[j] += hasty * (x - baseline_[j] - z_[j]);  // (3)
      }
    }
    if (learning_ > 0 && ++learning_ > samples) learning_ = 0;
  }
  // The encoders were calibrated by something better: what they differ by from now on counts.
  void recalibrated() noexcept {
    learning_ = 1;
    for (std::size_t j = 0; j < y_.size(); ++j) y_[j] = z_[j] = 0.0;
  }

  double difference(std::size_t drive) const noexcept { return y_[drive]; }
  double tolerance(std::size_t drive) const noexcept { return tolerance_[drive]; }
  double hasty_difference(std::size_t drive) const noexcept { return z_[drive]; }
  double hasty_tolerance(std::size_t drive) const noexcept {
    return tolerance_[drive] + noise / std::abs(potentiometers_[drive].volts_per_unit);
  }

 private:
  static constexpr double slow = 0.05, fast = 0.01;  // [s]
  static constexpr double noise = 0.002;             // [V]
  static constexpr int samples = 100;                // of a baseline
  std::vector<Potentiometer> potentiometers_;
  std::vector<double> tolerance_, baseline_, y_, z_;  // [rad or m]
  int learning_ = 0;                                  // samples of the baseline so far, plus one; 0: it is known
};

}  // namespace tauforge::control
