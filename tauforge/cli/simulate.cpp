// tauforge simulate: a scenario in virtual time.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "tauforge/cli/command.h"
#include "tauforge/cli/outcome_report.h"
#include "tauforge/cli/prepared_scenario.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/simulate/simulate.h"

namespace tauforge::cli {

namespace {

struct Simulate {
  ScenarioRequest request{"simulate"};

  int run() {
    int exit_code = exit_fine;
    const auto prepared = prepare(request, exit_code);
    if (!prepared) return exit_code;
    const simulate::Scenario& scenario = prepared->scenario;
    const auto outcome = simulate::simulate(scenario, prepared->model(), [&](double share) {
      if (share < 1.0) request.tell(fmt::format("{:3.0f} % of {:.4g} s", 100.0 * share, scenario.duration));
      return true;
    });
    if (request.json)
      fmt::print("{}\n", outcome_json(scenario, outcome).dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    else if (request.output != "-")
      fmt::print("{}", outcome_text(scenario, outcome));
    return conclude(request, scenario, outcome);
  }
};

}  // namespace

void add_simulate(CLI::App& program, Chosen& chosen) {
  auto state = std::make_shared<Simulate>();
  CLI::App* command = program.add_subcommand("simulate", "run a scenario on a virtual robot, in virtual time");
  command->add_option("ROBOT", state->request.robot_file, "robot: .toml, .urdf, .dyn")->required();
  command
      ->add_option("SCENARIO", state->request.scenario_file, "motion, control law, executive, plant and faults: .toml")
      ->required();
  command->add_option("-o,--output", state->request.output, "log as a CSV table that `tauforge identify` reads")
      ->type_name("FILE");
  command->add_flag("--quiet", state->request.quiet, "no progress");
  command->add_flag("--json", state->request.json, "machine-readable report");
  add_robot_options(*command, state->request.load);
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
