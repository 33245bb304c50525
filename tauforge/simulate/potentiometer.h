// A potentiometer on a joint and the card that reads it: coarse, noisy, but it knows where the joint is when everything
// else has just been switched on. [Val, sec. 3]: 0 to 5 V.
//
//   u = clamp(u0 + k q + noise, 0, range), in steps of range / 2^bits
#pragma once

#include <algorithm>
#include <cmath>

#include "tauforge/simulate/noise.h"

namespace tauforge::simulate {

struct PotentiometerSettings {
  double volts_per_unit = 0.75;  // k, with its sign   [V/rad or V/m]
  double volts_at_zero = 2.5;    // u0                 [V]
  double noise = 0.002;          // standard deviation [V]
  double range = 5;              // above zero         [V]
  int bits = 12;                 // 0: exact
};

inline double potentiometer(const PotentiometerSettings& settings, double q, Noise& noise) noexcept {
  double volts = settings.volts_at_zero + settings.volts_per_unit * q;
  if (settings.noise > 0) volts += settings.noise * noise.normal();
  volts = std::clamp(volts, 0.0, settings.range);
  if (settings.bits <= 0) return volts;
  const double codes = std::ldexp(1.0, std::min(settings.bits, 32)), step = settings.range / codes;
  return step * std::min(std::floor(volts / step + 0.5), codes - 1);
}

}  // namespace tauforge::simulate
