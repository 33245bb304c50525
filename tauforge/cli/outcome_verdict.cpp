#include <fmt/format.h>

#include <cmath>

#include "tauforge/cli/exit_code.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/outcome_report.h"
#include "tauforge/cli/scenario_log.h"
#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

using scenario::Outcome;
using scenario::Scenario;

namespace {

double seconds(executive::Nanoseconds time) { return static_cast<double>(time) / 1e9; }

}  // namespace

int conclude(const ScenarioRequest& request, const std::string& log, const Scenario& scenario, const Outcome& outcome) {
  if (!log.empty())
    if (const auto refused = write_log(log, scenario, outcome); !refused.empty()) {
      print_findings(refused);
      return exit_machine;
    }
  return verdict(request, outcome);
}

int verdict(const ScenarioRequest& request, const Outcome& outcome) {
  constexpr double large = 1e-3;  // of the energy that was exchanged
  if (outcome.diverged) {
    fmt::print(stderr,
               "tauforge {}: error: the motion of the plant could not be integrated beyond {:.6g} s "
               "[integration-diverged]\n  hint: a smaller [plant] step, integrator = \"dormand_prince\", or inertias "
               "that are not so small beside friction and payload\n",
               request.command, seconds(*outcome.diverged));
    return exit_input;
  }
  if (const double unaccounted = outcome.energy ? std::abs(outcome.energy->relative()) : 0.0; unaccounted > large)
    fmt::print(stderr,
               "tauforge {}: warning: {:.2g} of the energy is unaccounted for: the integration is not accurate "
               "[integration-inaccurate]\n  hint: a smaller [plant] step, or integrator = \"dormand_prince\"\n",
               request.command, unaccounted);
  if (outcome.stopped) {
    fmt::print(stderr, "tauforge {}: the arm was stopped after {:.6g} s: {} [arm-stopped]\n", request.command,
               seconds(outcome.stopped->time), printable(outcome.stopped->what));
    return exit_alarm;
  }
  return exit_fine;
}

}  // namespace tauforge::cli
