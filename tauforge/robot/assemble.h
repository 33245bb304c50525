// From the robot as written to the robot as computed: frames moved onto joint axes, fixed joints
// lumped, links collected into bodies, mimic joints and gears into one transmission matrix.
#pragma once

#include "tauforge/diagnostic/result.h"
#include "tauforge/robot/couple.h"
#include "tauforge/robot/description.h"
#include "tauforge/robot/robot.h"

namespace tauforge::robot {

using diagnostic::Findings;
using diagnostic::Result;

struct AssembleOptions {
  MimicPolicy mimic = MimicPolicy::independent;
  bool exact_angles = false;   // also restore quarter turns written with few digits (1.5708)
  bool floating_base = false;  // free the root even where the file does not
};

Result<Robot> assemble(const Description& description, const AssembleOptions& options = {});

}  // namespace tauforge::robot
