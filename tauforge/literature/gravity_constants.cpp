#include "tauforge/literature/gravity_constants.h"

#include <string_view>

namespace tauforge::literature {

namespace {

constexpr double g = 9.81;                  // [m/s^2]
constexpr double a2 = 0.2032, d4 = 0.2032;  // upper arm and forearm [m]

double estimate_of(std::string_view name, const std::vector<PaperEstimate>& estimates) {
  for (const PaperEstimate& e : estimates)
    if (e.name.name == name) return e.significant ? e.significant_alone.mean : e.all.mean;
  return 0.0;
}

}  // namespace

std::array<double, 3> gravity_constants(const std::vector<PaperEstimate>& estimates) {
  const double m6 = estimate_of("m6", estimates), y4 = estimate_of("y4", estimates), z6 = estimate_of("z6", estimates);
  return {g * m6 * a2,          // (1)
          -g * (y4 + m6 * d4),  // (2)
          -g * z6};             // (3)
}

}  // namespace tauforge::literature
