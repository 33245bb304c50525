// What `tauforge simulate` and `tauforge run` do before anything moves: read and check everything, make the code.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

#include "tauforge/files/read_robot.h"
#include "tauforge/native/verified_code.h"
#include "tauforge/simulate/scenario.h"

namespace tauforge::cli {

struct ScenarioRequest {
  explicit ScenarioRequest(const char* name) : command(name) {}
  const char* command;  // for messages
  std::string robot_file, scenario_file, output;
  files::LoadOptions load;
  bool json = false, quiet = false;

  void tell(const std::string& text) const;  // progress
};

// ROBOT, SCENARIO, --output, --quiet, --json and the options of robots.
void add_scenario_options(CLI::App& command, ScenarioRequest& request);

struct PreparedScenario {
  simulate::Scenario scenario;
  std::optional<native::VerifiedCode> code = {};  // nothing: templates
  const tauforge_model* model() const { return code ? &**code->model : nullptr; }
};

// Nothing when something is wrong; it was said, and `exit_code` is what to end with.
std::optional<PreparedScenario> prepare(const ScenarioRequest& request, int& exit_code);

}  // namespace tauforge::cli
