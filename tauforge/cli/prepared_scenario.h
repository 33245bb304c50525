// What `tauforge simulate` and `tauforge run` do before anything moves: read and check everything, make the code.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

#include "tauforge/tauforge.h"

namespace tauforge::cli {

struct ScenarioRequest {
  explicit ScenarioRequest(const char* name) : command(name) {}
  const char* command;  // for messages
  std::string robot_file, scenario_file, output;
  LoadOptions load;
  bool json = false, quiet = false;

  void tell(const std::string& text) const;  // progress
};

// ROBOT, SCENARIO, --output, --quiet, --json and the options of robots.
void add_scenario_options(CLI::App& command, ScenarioRequest& request);

// Nothing when something is wrong; it was said, and `exit_code` is what to end with.
std::optional<Scenario> prepare(const ScenarioRequest& request, int& exit_code);

}  // namespace tauforge::cli
