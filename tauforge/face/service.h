// What a record of the procedure unlocks, for run.cpp.
#pragma once

#include <string>

#include "tauforge/scenario/scenario.h"
#include "tauforge/tauforge.h"

namespace tauforge {

std::string hash_of_file(const std::string& path);

// Without a record that fits, the torque of cards is limited: the finding that says why, and as text. Empty: it is not.
std::string limit_torque(const RunOptions& options, scenario::Scenario& scenario, Findings& findings);

}  // namespace tauforge
