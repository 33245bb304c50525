// Sixteen hexadecimal digits by which a robot or a log is known again: by what it holds, whatever its name.
#pragma once

#include <string>

#include "tauforge/recording/recording.h"
#include "tauforge/robot/robot.h"

namespace tauforge::identify {

std::string fingerprint(const recording::Recording& log);  // its samples
std::string fingerprint(const robot::Robot& robot);        // its structure and all its numbers

}  // namespace tauforge::identify
