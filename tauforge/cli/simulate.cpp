// tauforge simulate: a scenario in virtual time.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "tauforge/cli/command.h"
#include "tauforge/cli/fault_campaign.h"
#include "tauforge/cli/json_text.h"
#include "tauforge/cli/outcome_report.h"
#include "tauforge/cli/prepared_scenario.h"
#include "tauforge/cli/run_report.h"
#include "tauforge/cli/scenario_page.h"
#include "tauforge/scenario/simulate.h"

namespace tauforge::cli {

namespace {

struct Simulate {
  ScenarioRequest request{"simulate"};
  FaultCampaignOptions faults;

  int run() {
    if (faults.asked()) return run_fault_campaign(request, faults);
    if (const char* option = faults.stray()) {
      fmt::print(stderr, "tauforge simulate: {} is of a fault campaign: --faults campaign\n", option);
      return exit_usage;
    }
    int exit_code = exit_fine;
    const auto prepared = prepare(request, exit_code);
    if (!prepared) return exit_code;
    const scenario::Scenario& scenario = prepared->details();
    const auto simulation = simulate_scenario(*prepared, [&](const Step& step) {
      if (*step.share < 1.0) request.tell(fmt::format("{:3.0f} % of {:.4g} s", 100.0 * *step.share, scenario.duration));
      return Answer::go_on;
    });
    const scenario::Outcome& outcome = simulation.value().details().outcome;
    const ScenarioPage page(request);
    nlohmann::json result = outcome_json(scenario, outcome);
    result["timing"] = timing_json(scenario.executive.period, outcome.timing);
    if (request.json) {
      fmt::print("{}", json_text(result));
    } else if (request.output != "-") {
      fmt::print("{}", outcome_text(scenario, outcome));
    }
    return page.write(scenario.title, result, conclude(request, page.log(), scenario, outcome));
  }
};

}  // namespace

void add_simulate(CLI::App& program, Chosen& chosen) {
  auto state = std::make_shared<Simulate>();
  CLI::App* command = program.add_subcommand("simulate", "run a scenario on a virtual robot, in virtual time");
  add_scenario_options(*command, state->request);
  add_fault_options(*command, state->faults);
  command->footer(
      "The same scenario gives the same run, to the last bit, whatever the computer does meanwhile. "
      "docs/scenario-file.md\n"
      "explains the file; examples/ has the experiments of the papers. With --faults the scenario is run many times, "
      "each "
      "time with one fault that is drawn: docs/fault-campaign.md.\n\n"
      "Examples:\n"
      "  tauforge simulate robots/puma560.toml examples/first_steps.toml\n"
      "  tauforge simulate robots/panda.toml examples/faults/panda.toml --faults campaign --runs 10000\n"
      "  tauforge simulate arm.urdf scenario.toml -o log.csv && tauforge identify arm.urdf log.csv");
  command->callback([state, &chosen] { chosen = [state] { return state->run(); }; });
}

}  // namespace tauforge::cli
