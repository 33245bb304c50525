// Plans take constants below an absolute limit (scalar::trace) for what rounding left of sums that cancel. Where a drive
// moves hardly more than that, such constants are its inertia, and formulations have to stay as they are.
#pragma once

#include <optional>
#include <string>

#include "tauforge/robot/robot.h"

namespace tauforge::compiler {

// The first drive that is too light for Plans, with what it moves, for people; nothing where all are heavy enough.
std::optional<std::string> drive_too_light_for_plans(const robot::Robot& robot);

}  // namespace tauforge::compiler
