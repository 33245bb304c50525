#include "tauforge/files/degrees.h"

#include <cmath>
#include <numbers>

namespace tauforge::files {

double radians_from_degrees(double degrees) {
  constexpr double quarter = std::numbers::pi / 2;
  const double turns = degrees / 90.0;
  if (turns == std::nearbyint(turns)) return turns * quarter;
  return degrees * (std::numbers::pi / 180.0);
}

std::optional<double> short_degrees(double radians) {
  if (radians == 0.0) return std::nullopt;  // zero needs no unit
  constexpr double shortest_step = 1e6;     // six decimals
  const double degrees = std::nearbyint(radians * (180.0 / std::numbers::pi) * shortest_step) / shortest_step;
  if (radians_from_degrees(degrees) != radians) return std::nullopt;
  return degrees;
}

}  // namespace tauforge::files
