// The torques that hold the PUMA 260 against gravity, which [IHPH92] compares with those that Lloyd measured   [N m]:
//
//   c12 = g m6 a2          joint 2                                                               (1)
//   c13 = -g (y4 + m6 d4)  joint 3                                                               (2)
//   c15 = -g z6            joint 5                                                               (3)
#pragma once

#include <array>
#include <vector>

#include "tauforge/literature/paper_recipe.h"

namespace tauforge::literature {

// In the order of published_gravity. Of a significant parameter it takes the estimate of table 2, of others that of table
// 1; a parameter without an estimate is zero.
std::array<double, 3> gravity_constants(const std::vector<PaperEstimate>& estimates);

}  // namespace tauforge::literature
