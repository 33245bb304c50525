// Which drives move which joints: q = G theta + q0, from mimic joints or from the file's own matrix.
#pragma once

#include <vector>

#include "tauforge/diagnostic/result.h"
#include "tauforge/robot/description.h"
#include "tauforge/robot/robot.h"

namespace tauforge::robot {

enum class MimicPolicy { independent, coupled };

// Fills in what belongs to drives; `moving` are the joints in the order of the robot's bodies.
void couple(const Description& description, const std::vector<const JointDescription*>& moving, MimicPolicy mimic,
            Robot& robot, diagnostic::Findings& findings);

}  // namespace tauforge::robot
