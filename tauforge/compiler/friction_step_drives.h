// The drives of NAME_friction_step (emit/friction_step.h): of a robot on a fixed base whose friction grows or remembers.
#pragma once

#include "tauforge/compiler/request.h"
#include "tauforge/emit/friction_step.h"
#include "tauforge/robot/robot.h"

namespace tauforge::compiler {

// Empty where the robot has no such friction, or the request none at all.
std::vector<emit::FrictionStepDrive> friction_step_drives(const robot::Robot& robot, const Request& request);

}  // namespace tauforge::compiler
