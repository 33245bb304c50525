// What steps 5 to 8 share: scenarios with law, guard and stop, as in service. The arm begins where it stands.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tauforge/commission/steps.h"
#include "tauforge/scenario/scenario.h"

namespace tauforge::commission {

std::string list(const std::vector<double>& values);              // as TOML has it
std::string hold(const std::vector<double>& at, double seconds);  // a [motion]
double overlap(const Context& context);  // of brakes and drives, before a motion and after it [s]
std::vector<double> standing(Context& context, StepRecord& record);  // where the arm is

// Nothing: it is not possible, and the step has failed.
std::optional<scenario::Scenario> scenario_of(Context& context, const std::string& motion, const std::string& law,
                                              StepRecord& record);
// True: an alarm stopped the arm, or it never moved, and the step has failed.
bool stopped(const Context& context, const scenario::Outcome& outcome, StepRecord& record);
void note_residuals(const Context& context, const scenario::Scenario& scenario, const scenario::Outcome& outcome,
                    const std::string& when, StepRecord& record);

}  // namespace tauforge::commission
