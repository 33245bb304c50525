// A scenario on the real clock against the virtual robot or against cards of one's own, and all that came of it.
#pragma once

#include <optional>

#include "tauforge/cards/opened_machine.h"
#include "tauforge/scenario/real_time.h"

namespace tauforge::cards {

struct CardsRun {
  scenario::Scenario scenario;
  scenario::Outcome outcome;
  executive::MeasuredRun measured;   // of this run; empty where the caller keeps them
  std::optional<CardsReport> cards;  // nothing: the robot was virtual
};

// `run.scenario` against the machine; what the cards have to say is asked when the arm has been stopped. An alarm is
// remembered beside the machine's file (acknowledgement.h).
diagnostic::Findings run_on(OpenedMachine& machine, const tauforge_model* code, const scenario::RunSettings& settings,
                            executive::MeasuredRun& measured, CardsRun& run);

}  // namespace tauforge::cards
