// Springs and counterbalances as written become those of a robot, and back again.
#pragma once

#include "tauforge/diagnostic/diagnostic.h"
#include "tauforge/robot/robot.h"

namespace tauforge::robot {

// Those of a joint, which moves body `joint`, at the end of the robot's list.
void add_springs(const JointDescription& description, Index joint, Robot& robot, diagnostic::Findings& findings);

// Forces and stiffnesses of the robot into the joints of its description; geometry stays as written.
void put_springs(const Robot& robot, Description& description);

}  // namespace tauforge::robot
