// What a record of the procedure unlocks, for run.cpp.
#pragma once

#include <string>

#include "tauforge/scenario/scenario.h"
#include "tauforge/tauforge.h"

namespace tauforge {

std::string hash_of_file(const std::string& path);

// A record that is about another robot, machine or code, or was not passed. Empty: there is none, or it fits.
Findings record_refused(const RunOptions& options, const scenario::Scenario& scenario);
// Without a record the torque of cards is limited: the finding that says so, and as text. Empty: it is not.
std::string limit_torque(const RunOptions& options, scenario::Scenario& scenario, Findings& findings);

}  // namespace tauforge
