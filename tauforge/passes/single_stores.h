// Single stores: results that are not alike go to memory one by one. gcc would collect neighbours into vectors, element by
// element (its SLP vectoriser): a mass matrix takes 20 to 25 % longer then, at -O2 5 %.
//
// Exact.
#pragma once

#include <vector>

#include "tauforge/expression/program.h"
#include "tauforge/passes/group_lanes.h"

namespace tauforge::passes {

// Per output, whether its results are to be kept apart; those that are always zero may be vectors all the same. Where groups
// of lanes were found none are.
std::vector<bool> single_stores(const expression::Program& program, const std::vector<LaneGroup>& lanes);

}  // namespace tauforge::passes
