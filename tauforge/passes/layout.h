// How a program is to be written down: what the last passes decided and emit/ prints. None of them changes an operation.
#pragma once

#include <vector>

#include "tauforge/passes/angle_sums.h"
#include "tauforge/passes/group_lanes.h"
#include "tauforge/passes/schedule_statements.h"
#include "tauforge/passes/single_stores.h"
#include "tauforge/passes/zero_rows.h"

namespace tauforge::passes {

struct Layout {
  std::vector<LaneGroup> lanes;  // group_lanes
  Schedule schedule;             // schedule_statements, or as_recorded
  AngleSet angles;               // angle_sums; sines of others are computed one by one
  ZeroRows zeros;                // zero_rows
  std::vector<bool> singly;      // single_stores; empty: none
};

}  // namespace tauforge::passes
