// The functions of a robot that its page calls, in JavaScript, and what they must give there.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tauforge/diagnostic/result.h"
#include "tauforge/robot/robot.h"

namespace tauforge::report {

struct RobotFunctions {
  std::string text;         // emit/javascript_source.h
  nlohmann::json run_time;  // names of what its set-up reads, in order; empty: it has none
  nlohmann::json cases;  // by function: random inputs and the templates' answers, which the page compares with its own
};

diagnostic::Result<RobotFunctions> robot_functions(const robot::Robot& robot, const std::string& source);

}  // namespace tauforge::report
