// Friction for those who cannot hold a state (inverse dynamics in one call, URDF, other programs): of every drive with a
// memory the levels without one, and the width of the sign, that leave least of the torques over on left-out blocks.
//
//   tau - L = sigma(v) (c0 + c1 |L| + c2 sqrt|v|) + fv v + f0        sigma: sign(v) or tanh(v / width)           (1)
//
// with L of the robot as it is; all but f0 not negative. What the drive's memory has not is not in (1) either.
#pragma once

#include <vector>

#include "tauforge/recording/recording.h"
#include "tauforge/robot/robot.h"
#include "tauforge/signals/differentiate.h"

namespace tauforge::identify {

// False: no drive has a memory, and nothing changed.
bool refit_without_memory(const std::vector<recording::Recording>& logs, const signals::Preparation& preparation,
                          robot::Robot& robot);

// The robot for targets without a state: as its file has it, with no memory.
robot::Robot without_memory(robot::Robot robot);

}  // namespace tauforge::identify
