// Whether A of an abbreviated model is still a kinetic energy matrix. Torques bear an error of some share, but an inertia that lost
// all of its terms, or less than what couples it to the others, has accelerations that no torque explains.
#pragma once

#include <optional>

#include "tauforge/explicit_model/elements.h"
#include "tauforge/explicit_model/operating_range.h"

namespace tauforge::explicit_model {

// A position of the range where A has a pivot that is not positive. Nothing: there is none among `positions` that fill the range
// evenly.
std::optional<std::vector<double>> where_not_definite(const ExplicitModel& model, const std::vector<Element>& all,
                                                      const OperatingRange& range, int positions = 1000);

// The same as a sentence, joints in their units; empty where there is none.
std::string why_not_definite(const ExplicitModel& model, const std::vector<Element>& all, const OperatingRange& range);

}  // namespace tauforge::explicit_model
