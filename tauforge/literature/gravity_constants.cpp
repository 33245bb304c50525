#include "tauforge/literature/gravity_constants.h"

namespace tauforge::literature {

namespace {

constexpr double g = 9.81;                  // [m/s^2]
constexpr double a2 = 0.2032, d4 = 0.2032;  // upper arm and forearm [m]

}  // namespace

double best_estimate(const std::vector<PaperEstimate>& estimates, std::string_view name) {
  for (const PaperEstimate& e : estimates)
    if (e.name.name == name) return e.significant ? e.significant_alone.mean : e.all.mean;
  return 0.0;
}

std::array<double, 3> gravity_constants(const std::vector<PaperEstimate>& estimates) {
  const double m6 = best_estimate(estimates, "m6"), y4 = best_estimate(estimates, "y4"),
               z6 = best_estimate(estimates, "z6");
  return {g * m6 * a2,          // (1)
          -g * (y4 + m6 * d4),  // (2)
          -g * z6};             // (3)
}

}  // namespace tauforge::literature
