// How much gravity may ask of each drive.
#pragma once

#include <vector>

#include "tauforge/control/braking.h"
#include "tauforge/control/model.h"

namespace tauforge::scenario {

// max |G_j(q)| within the limits, or within a turn where there are none; by sampling, so a little less [N m or N].
std::vector<double> largest_gravity(const control::Model& model, const control::PositionLimits& limits);

}  // namespace tauforge::scenario
