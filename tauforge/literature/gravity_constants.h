// The torques that hold the PUMA 260 against gravity, which [IHPH92] compares with those that Lloyd measured   [N m]:
//
//   c12 = g m6 a2          joint 2                                                               (1)
//   c13 = -g (y4 + m6 d4)  joint 3                                                               (2)
//   c15 = -g z6            joint 5                                                               (3)
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "tauforge/literature/paper_recipe.h"

namespace tauforge::literature {

// Of a significant parameter the mean of table 2, of others that of table 1; zero without an estimate.
double best_estimate(const std::vector<PaperEstimate>& estimates, std::string_view name);

// In the order of published_gravity, by the best estimates.
std::array<double, 3> gravity_constants(const std::vector<PaperEstimate>& estimates);

}  // namespace tauforge::literature
