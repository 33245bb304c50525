// A scenario in virtual time: deterministic, and as fast as the computer allows.
#pragma once

#include <functional>

#include "tauforge/scenario/outcome.h"

namespace tauforge::scenario {

// Against the virtual robot of the scenario. `code`: see Experiment. `progress` is told the share that is done, now and
// then; false ends the run there.
using Progress = std::function<bool(double share)>;
Outcome simulate(const Scenario& scenario, const tauforge_model* code = nullptr, const Progress& progress = {});
// Against another machine that lives in virtual time: it is told `now`, and time passes for it between calls.
Outcome simulate(const Scenario& scenario, const Machine& machine, const tauforge_model* code = nullptr,
                 const Progress& progress = {});

// Against the virtual robot, without keeping samples: see SampleTaker. What the Outcome has of its own (an alarm, events) is there.
Outcome watch(const Scenario& scenario, const tauforge_model* code, SampleTaker taker);

// A scenario and what came of it.
struct Simulation {
  Scenario scenario;
  Outcome outcome;
};

}  // namespace tauforge::scenario
