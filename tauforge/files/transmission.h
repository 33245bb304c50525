// The drives of a robot whose own file cannot say how they move its joints: a file with a [transmission], as in robot files
// (docs/robot-file.md). URDF has no word for a coupled wrist, nor for signals of motors in front of their gears.
#pragma once

#include <string>

#include "tauforge/diagnostic/result.h"
#include "tauforge/robot/description.h"

namespace tauforge::files {

// Puts the drives of the file at `path` in front of the robot's joints. A robot with a transmission of its own is refused,
// unless it is the same. What is wrong comes back.
diagnostic::Findings add_transmission(const std::string& path, robot::Description& description);

}  // namespace tauforge::files
