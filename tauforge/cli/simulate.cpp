// tauforge simulate: a scenario in virtual time.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "tauforge/cli/command.h"
#include "tauforge/cli/json_text.h"
#include "tauforge/cli/outcome_report.h"
#include "tauforge/cli/prepared_scenario.h"
#include "tauforge/cli/run_report.h"
#include "tauforge/scenario/simulate.h"

namespace tauforge::cli {

namespace {

struct Simulate {
  ScenarioRequest request{"simulate"};

  int run() {
    int exit_code = exit_fine;
    const auto prepared = prepare(request, exit_code);
    if (!prepared) return exit_code;
    const scenario::Scenario& scenario = prepared->details();
    const auto simulation = simulate_scenario(*prepared, [&](const Step& step) {
      if (*step.share < 1.0) request.tell(fmt::format("{:3.0f} % of {:.4g} s", 100.0 * *step.share, scenario.duration));
      return Answer::go_on;
    });
    const scenario::Outcome& outcome = simulation.value().details().outcome;
    if (request.json) {
      nlohmann::json result = outcome_json(scenario, outcome);
      result["timing"] = timing_json(scenario.executive.period, outcome.timing);
      fmt::print("{}", json_text(result));
    } else if (request.output != "-") {
      fmt::print("{}", outcome_text(scenario, outcome));
    }
    return conclude(request, scenario, outcome);
  }
};

}  // namespace

void add_simulate(CLI::App& program, Chosen& chosen) {
  auto state = std::make_shared<Simulate>();
  CLI::App* command = program.add_subcommand("simulate", "run a scenario on a virtual robot, in virtual time");
  add_scenario_options(*command, state->request);
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
