// tauforge simulate: a scenario in virtual time.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "tauforge/cli/command.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/outcome_report.h"
#include "tauforge/cli/output_file.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/running_code.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/simulate/simulate.h"

namespace tauforge::cli {

namespace {

struct Simulate {
  std::string robot_file, scenario_file, output;
  files::LoadOptions load;
  bool json = false, quiet = false;

  int run() {
    for (const auto* input : {&robot_file, &scenario_file})
      if (!output.empty() && same_file(output, *input)) {
        fmt::print(stderr, "tauforge simulate: '{}' would be overwritten\n", printable(*input));
        return exit_usage;
      }
    const auto robot = load_or_report(robot_file, load);
    if (!robot) return exit_input;
    const auto read = simulate::read_scenario(scenario_file, *robot);
    report(read.findings());
    if (!read) return exit_input;
    const simulate::Scenario& scenario = read.value();
    std::unique_ptr<RunningCode> code;
    if (scenario.control.generated) {
      code = code_to_run(scenario.robot, [&](const std::string& what) { tell(what); });
      if (!code->why_not.empty()) {
        fmt::print(stderr, "tauforge simulate: {}\n", code->why_not);
        return exit_machine;
      }
    }
    const auto outcome = simulate::simulate(scenario, code ? &**code->model : nullptr, [&](double share) {
      if (share < 1.0) tell(fmt::format("{:3.0f} % of {:.4g} s", 100.0 * share, scenario.duration));
      return true;
    });
    if (!output.empty())
      if (const auto refused = write_log(output, scenario, outcome); !refused.empty()) {
        report(refused);
        return exit_machine;
      }
    if (json)
      fmt::print("{}\n", outcome_json(scenario, outcome).dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    else if (output != "-")
      fmt::print("{}", outcome_text(scenario, outcome));
    return exit_fine;
  }

  static void report(const diagnostic::Findings& findings) {
    fmt::print(stderr, "{}", findings_text(findings, {wants_colour(stderr), false}));
  }
  void tell(const std::string& text) const {
    if (!quiet && !json) fmt::print(stderr, "{}\n", text);
  }
};

}  // namespace

void add_simulate(CLI::App& program, Chosen& chosen) {
  auto state = std::make_shared<Simulate>();
  CLI::App* command = program.add_subcommand("simulate", "run a scenario on a virtual robot, in virtual time");
  command->add_option("ROBOT", state->robot_file, "robot: .toml, .urdf, .dyn")->required();
  command->add_option("SCENARIO", state->scenario_file, "motion, control law, executive, plant and faults: .toml")
      ->required();
  command->add_option("-o,--output", state->output, "log as a CSV table that `tauforge identify` reads")
      ->type_name("FILE");
  command->add_flag("--quiet", state->quiet, "no progress");
  command->add_flag("--json", state->json, "machine-readable report");
  add_robot_options(*command, state->load);
  command->footer(
      "The same scenario gives the same run, to the last bit, whatever the computer does meanwhile. "
      "docs/scenario-file.md\n"
      "explains the file; examples/ has the experiments of the papers.\n\n"
      "Examples:\n"
      "  tauforge simulate robots/puma560.toml examples/first_steps.toml\n"
      "  tauforge simulate arm.urdf scenario.toml -o log.csv && tauforge identify arm.urdf log.csv");
  command->callback([state, &chosen] { chosen = [state] { return state->run(); }; });
}

}  // namespace tauforge::cli
