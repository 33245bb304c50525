// Register pressure: the largest number of values that are alive at once (MaxLive) when a program is computed in an order.
// A value lives from its operation to its last reader; results are stored at once. Constants and inputs stand in memory.
#pragma once

#include <vector>

#include "tauforge/expression/program.h"

namespace tauforge::passes {

int live_values(const expression::Program& program, const std::vector<expression::NodeIndex>& order);

}  // namespace tauforge::passes
