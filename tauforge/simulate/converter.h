// A converter from numbers to volts: it saturates, and has so many bits. [Val, sec. 3]: +-10 V, 12 bits.
//
// With b bits it knows 2^b codes, in two's complement: steps of range / 2^(b-1) from -range to range less one step.
#pragma once

#include <algorithm>
#include <cmath>

namespace tauforge::simulate {

struct ConverterSettings {
  double range = 10;  // [V]
  int bits = 12;      // 0: exact between its limits; at most 32
};

inline double convert(const ConverterSettings& settings, double volts) noexcept {
  if (!std::isfinite(volts)) return 0.0;  // no code means that: the output is off
  if (settings.bits <= 0) return std::clamp(volts, -settings.range, settings.range);
  const double codes = std::ldexp(1.0, std::min(settings.bits, 32) - 1), step = settings.range / codes;
  return step * std::clamp(std::nearbyint(volts / step), -codes, codes - 1);
}

}  // namespace tauforge::simulate
