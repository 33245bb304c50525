#include "tauforge/cards/cards_run.h"

#include <algorithm>

#include "tauforge/cards/acknowledgement.h"

namespace tauforge::cards {

namespace {

// After every start from where the arm is, slowly and with little torque at first, where the scenario does not say otherwise.
void start_low(scenario::Scenario& scenario) {
  constexpr double speed = 0.1, torque = 0.3, seconds = 3.0;
  control::SequenceSettings& sequence = scenario.sequence;
  control::TorqueScale& scale = scenario.guard.torque_scale;
  sequence.approach = true;
  if (!scenario.guard.start_speed_said) sequence.start_speed = speed, sequence.start_time = seconds;
  scenario.duration += 0.5 * (1.0 - sequence.start_speed) * sequence.start_time;  // what a slow start takes longer
  if (!scenario.guard.start_torque_said) scale.start = torque, scale.seconds = seconds;
}

}  // namespace

diagnostic::Findings run_on(OpenedMachine& machine, const tauforge_model* code, const scenario::RunSettings& settings,
                            executive::MeasuredRun& measured, CardsRun& run) {
  start_low(run.scenario);
  // drives carry the arm for as long as brakes take to hold it
  control::SequenceSettings& sequence = run.scenario.sequence;
  sequence.overlap = std::max(sequence.overlap, scenario::nanoseconds(machine.machine.brake_delay));
  run.outcome = scenario::run(run.scenario, machine.machine, code, settings, measured);
  machine.cards->stop();
  run.cards = machine.cards->report();
  return remember_alarm(machine.file, run.outcome);
}

}  // namespace tauforge::cards
