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

// Writes the log where one is asked for and says what makes the run worthless; the exit code of the command.
int conclude(const ScenarioRequest& request, const scenario::Scenario& scenario, const scenario::Outcome& outcome);

// A log that `tauforge identify` reads: t, q, qd, tau of every drive as the loop saw and commanded them, then what was
// wanted (qref, qdref, qddref) and, of a virtual robot, where the arm really was (qtrue, qdtrue, tautrue); then phases
// and digital outputs of scenarios that have some.
diagnostic::Findings write_log(const std::string& path, const scenario::Scenario& scenario,
                               const scenario::Outcome& outcome);

}  // namespace tauforge::cli
