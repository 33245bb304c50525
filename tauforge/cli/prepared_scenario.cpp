#include "tauforge/cli/prepared_scenario.h"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <utility>

#include "tauforge/cli/command.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/refused.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/native/output_file.h"

namespace tauforge::cli {

namespace {

// The log must not take the place of what is read.
bool would_overwrite(const ScenarioRequest& request, const std::vector<std::string>& inputs) {
  for (const auto& input : inputs)
    if (!request.output.empty() && native::same_file(request.output, input)) {
      fmt::print(stderr, "tauforge {}: '{}' would be overwritten\n", request.command, printable(input));
      return true;
    }
  return false;
}

}  // namespace

void add_scenario_options(CLI::App& command, ScenarioRequest& request) {
  command.add_option("ROBOT", request.robot_file, "robot: .toml, .urdf, .dyn")->required();
  command.add_option("SCENARIO", request.scenario_file, "motion, control law, executive, plant and faults: .toml")
      ->required();
  command.add_option("-o,--output", request.output, "log as a CSV table that `tauforge identify` reads")
      ->type_name("FILE");
  add_page_option(command, request.page);
  command.add_flag("--quiet", request.quiet, "no progress");
  command.add_flag("--json", request.json, "machine-readable report");
  add_width_option(command);
  add_robot_options(command, request.load);
}

void ScenarioRequest::tell(const std::string& text) const {
  if (!quiet && !json) fmt::print(stderr, "{}\n", printable(text));
}

std::optional<Scenario> prepare(const ScenarioRequest& request, int& exit_code) {
  exit_code = exit_usage;
  if (request.json && request.output == "-") {
    fmt::print(stderr, "tauforge {}: the log and --json cannot both go to standard output\n", request.command);
    return std::nullopt;
  }
  if (would_overwrite(request, {request.robot_file, request.scenario_file}) ||
      would_overwrite(request, request.also_read))
    return std::nullopt;
  if (!request.output.empty())
    if (const auto refused = native::OutputFile(request.output).refusal(); !refused.empty()) {
      print_findings(refused);
      exit_code = exit_machine;
      return std::nullopt;
    }
  if (const int refused = refuse_page(request.page); refused != exit_fine) {
    exit_code = refused;
    return std::nullopt;
  }
  exit_code = exit_input;
  const auto robot = load_or_report(request.robot_file, request.load);
  if (!robot) return std::nullopt;
  std::string said;
  auto scenario = read_scenario(*robot, request.scenario_file, [&](const Step& step) {
    if (step.what != std::exchange(said, step.what)) request.tell(step.what);
    return Answer::go_on;
  });
  print_findings(scenario.findings());
  if (!scenario) {
    exit_code = exit_code_of(scenario.findings());
    return std::nullopt;
  }
  if (request.load.strict && tally(scenario.findings()).warnings > 0) return std::nullopt;
  if (would_overwrite(request, scenario.value().files())) {
    exit_code = exit_usage;
    return std::nullopt;
  }
  return scenario.take();
}

}  // namespace tauforge::cli
