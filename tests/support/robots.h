// The robots of the folder robots/, for tests.
#pragma once

#include <string>
#include <vector>

#include "tauforge/robot/robot.h"

namespace tauforge::tests {

// By its name without the ending.
robot::Robot robot_in_folder(const std::string& name);
// All of robots/*.toml, by name.
std::vector<std::string> robot_names();

}  // namespace tauforge::tests
