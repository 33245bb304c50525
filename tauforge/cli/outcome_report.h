// What `tauforge simulate` and `tauforge run` say and write of a run.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tauforge/cli/prepared_scenario.h"
#include "tauforge/diagnostic/diagnostic.h"
#include "tauforge/scenario/outcome.h"
#include "tauforge/scenario/scenario.h"

namespace tauforge::cli {

// Where the arm went and what happened; then, in virtual time, how the tasks kept time.
std::string outcome_text(const scenario::Scenario& scenario, const scenario::Outcome& outcome,
                         bool virtual_time = true);
// Without timing: see run_report.h.
nlohmann::json outcome_json(const scenario::Scenario& scenario, const scenario::Outcome& outcome);

// What the background tasks of a scenario compute, in their order.
std::vector<std::string> background_names(const scenario::Scenario& scenario);

// Writes the log where one is asked for and says what makes the run worthless; the exit code of the command.
int conclude(const ScenarioRequest& request, const std::string& log, const scenario::Scenario& scenario,
             const scenario::Outcome& outcome);
// The same without the log.
int verdict(const ScenarioRequest& request, const scenario::Outcome& outcome);

}  // namespace tauforge::cli
