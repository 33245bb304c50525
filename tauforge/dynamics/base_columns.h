// Which columns of the regressor are independent: the base parameters. Columns are taken in their order, and one that the
// earlier ones already span is left out, so what is redundant goes to the link nearer to the base.     [IHPH92, sec. 4]
#pragma once

#include <vector>

#include "tauforge/robot/parameters.h"

namespace tauforge::dynamics {

// Of dynamics/regressor.h, for the robot's geometry and its gravity. Deterministic.
std::vector<robot::Index> base_columns(const robot::Tree& tree, const robot::Parameters<double>& par);

// The regressor at random states, at least twice as many rows as columns, column by column. Deterministic.
using Column = std::vector<double>;
std::vector<Column> sampled_regressor(const robot::Tree& tree, const robot::Parameters<double>& par,
                                      robot::Index fewest_states = 0);

}  // namespace tauforge::dynamics
