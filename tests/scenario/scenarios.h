// Scenarios as texts, for tests.
#pragma once

#include <string>

#include "tauforge/files/read_robot.h"
#include "tauforge/scenario/scenario.h"

namespace tauforge::tests {

inline robot::Robot robot_named(const std::string& name) {
  return files::load_robot(std::string(TAUFORGE_SOURCE_DIR) + "/robots/" + name + ".toml", {}).take().robot;
}

// Written to a file of this test and read again.
diagnostic::Result<scenario::Scenario> scenario_of(const std::string& text, const robot::Robot& robot);

// A calm motion of the first three joints of the PUMA 560, there and back.
extern const char* const calm_motion;

}  // namespace tauforge::tests
