#include "tauforge/scenario/largest_gravity.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace tauforge::scenario {

std::vector<double> largest_gravity(const control::Model& model, const control::PositionLimits& limits) {
  const std::size_t n = model.joints();
  std::vector<double> q(n), G(n), largest(n, 1e-6);
  std::minstd_rand random(1);
  for (int k = 0; k < 200; ++k) {
    for (std::size_t j = 0; j < n; ++j) {
      const bool known = limits.G.empty() && std::isfinite(limits.lower[j]) && std::isfinite(limits.upper[j]);
      const double low = known ? limits.lower[j] : -M_PI, high = known ? limits.upper[j] : M_PI;
      q[j] = low + (high - low) * static_cast<double>(random()) / random.max();
    }
    model.gravity(q, G);
    for (std::size_t j = 0; j < n; ++j) largest[j] = std::max(largest[j], std::abs(G[j]));
  }
  return largest;
}

}  // namespace tauforge::scenario
