// What a prior does to the estimates of a full model: which of them the robot's file decides, and how far the file's part
// may be off.
#pragma once

#include "tauforge/identify/full_model.h"

namespace tauforge::identify {

// Whether the robot's file can be a prior. Bodies that cannot exist are named (prior-impossible); a file without any mass
// (prior-empty) holds nothing, and the settings lose their prior. A file of base parameters (prior-base) is refused: zeros that
// stand for what was regrouped are no knowledge of bodies.
diagnostic::Findings check_prior(const robot::Robot& robot, Settings& settings);

// Estimates of which the logs have less than half are from the file, without an interval, and named with their share. The others'
// deviations grow by what the file's part may be off. What later steps need of the prior is kept.
void keep_prior(const PriorMetric& metric, const FullModel& full, const Settings& settings, Identification& result);

// Numbers that the file decides are no fitted ones of the models.
void mark_held(Identification& result);

}  // namespace tauforge::identify
