// A scenario on the real clock, with real threads, against the virtual robot or real cards: the same loop, tasks and
// faults as in virtual time.
#pragma once

#include <functional>

#include "tauforge/executive/measured_run.h"
#include "tauforge/scenario/outcome.h"

namespace tauforge::scenario {

struct RunSettings {
  executive::RealtimeSettings realtime = {};
  std::function<bool()> go_on = [] { return true; };  // asked about every 10 ms; false ends the run
  // In the thread that called run(), about every 10 ms; without one they are kept in the Outcome. What it throws, run()
  // throws when the machine is stopped.
  SampleTaker taker = {};
  // May use the tasks of the run that is over, to measure something else beside them.
  std::function<void(const executive::RunRequest&)> afterwards = [](const executive::RunRequest&) {};
};

// Against the virtual robot of the scenario, for scenario.duration. `code`: see Experiment. How it kept time is added to
// `measured`. One run at a time.
Outcome run(const Scenario& scenario, const tauforge_model* code, const RunSettings& settings,
            executive::MeasuredRun& measured);
// Against any machine: a driver of real cards and the axes that a homing has found. What the scenario says of its plant
// is not used. It ends with brakes engaged and no torque (control::Loop::finish), whatever ends it.
Outcome run(const Scenario& scenario, const Machine& machine, const tauforge_model* code, const RunSettings& settings,
            executive::MeasuredRun& measured);

}  // namespace tauforge::scenario
