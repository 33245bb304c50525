// A planned motion against the limits of the robot's joints, before anything moves.
#pragma once

#include "tauforge/diagnostic/diagnostic.h"
#include "tauforge/motion/trajectory.h"
#include "tauforge/robot/robot.h"

namespace tauforge::scenario {

// One finding per joint and kind of limit, with the worst value and its time. Positions and velocities outside are
// errors, accelerations warnings: the limits of files are often those that a controller of somebody else imposes.
// `path` is where the file says where the motion goes, `time` where it says how fast.
void check_limits(const motion::Trajectory& motion, const robot::Robot& robot, const diagnostic::Position& path,
                  const diagnostic::Position& time, diagnostic::Findings& findings);

}  // namespace tauforge::scenario
