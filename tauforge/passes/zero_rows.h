// Rows of zeros: results that are always zero, as most of a regressor's or of a Jacobian's may be.
//
// They are written before everything else, so that between them there are gaps: gcc makes vectors of each row of zeros then.
// Long rows are set to a zero whose value is hidden: compilers would call memset for them, and the code would need more
// than math.h.
//
// Exact.
#pragma once

#include <vector>

#include "tauforge/expression/program.h"
#include "tauforge/passes/group_lanes.h"

namespace tauforge::passes {

struct ZeroRows {
  std::vector<Place> first;           // results to be set to zero before everything else
  expression::NodeIndex hidden = -1;  // the zero whose value compilers may not know; -1: they may
};

// `in_lanes`: several states side by side, where each zero is a row of its own and stays in the loop over them.
ZeroRows zero_rows(const expression::Program& program, const std::vector<LaneGroup>& lanes, bool in_lanes);

bool is_zero(const expression::Program& program, expression::NodeIndex node);

}  // namespace tauforge::passes
