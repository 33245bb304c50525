// From the robot as written to the robot as computed: frames moved onto joint axes, fixed joints
// lumped, links collected into bodies, mimic joints and gears into one transmission matrix.
#pragma once

#include "tauforge/diagnostic/result.h"
#include "tauforge/robot/couple.h"
#include "tauforge/robot/description.h"
#include "tauforge/robot/exact_angles.h"
#include "tauforge/robot/robot.h"

namespace tauforge::robot {

using diagnostic::Findings;
using diagnostic::Result;

struct AssembleOptions {
  MimicPolicy mimic = MimicPolicy::independent;
  double exact_within = digits_lost;  // angles so near to a quarter turn become one [rad]
  bool floating_base = false;         // free the root even where the file does not
};

Result<Robot> assemble(const Description& description, const AssembleOptions& options = {});

}  // namespace tauforge::robot
