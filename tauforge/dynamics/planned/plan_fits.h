// Whether a Plan that was not made for a robot (it comes from a file, or is another robot's) can be followed by it.
#pragma once

#include "tauforge/dynamics/planned/plan.h"
#include "tauforge/robot/parameters.h"

namespace tauforge::dynamics {

// It has one entry per body, names joints that exist and makes choices that the robot has (plan_space.h).
bool fits(const Tree& tree, const robot::Parameters<double>& par, const Plan& plan);

}  // namespace tauforge::dynamics
