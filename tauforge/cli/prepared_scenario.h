// What `tauforge simulate` and `tauforge run` do before anything moves: read and check everything, make the code.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/cli/page_options.h"
#include "tauforge/tauforge.h"

namespace tauforge::cli {

struct ScenarioRequest {
  explicit ScenarioRequest(const char* name) : command(name) {}
  const char* command;  // for messages
  std::string robot_file, scenario_file, output;
  std::vector<std::string> also_read;  // other files that a log must not replace
  LoadOptions load;
  PageOption page;
  bool json = false, quiet = false;

  void tell(const std::string& text) const;  // progress
};

// ROBOT, SCENARIO, --output, --report, --quiet, --json and the options of robots.
void add_scenario_options(CLI::App& command, ScenarioRequest& request);

// Nothing when something is wrong; it was said, and `exit_code` is what to end with.
std::optional<Scenario> prepare(const ScenarioRequest& request, int& exit_code);

}  // namespace tauforge::cli
