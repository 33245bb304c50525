// A robot at a glance: its joints, its links, what they weigh.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tauforge/files/read_robot.h"

namespace tauforge::cli {

std::string robot_summary(const files::Inspection& inspection, bool colour);
nlohmann::json robot_json(const files::Inspection& inspection);

}  // namespace tauforge::cli
