// The trajectories of the virtual campaign: cubic splines through points within the joints' ranges, at rest at both ends,
// to and fro, as fast as the largest torque allows.                                               [IHPH92, sec. 4]
#pragma once

#include <functional>
#include <vector>

#include "tauforge/identify/model_columns.h"
#include "tauforge/motion/to_and_fro.h"

namespace tauforge::literature {

using Points = std::vector<std::vector<double>>;  // [point][joint]; passed at equal distances of time

// Six chosen paths and `random` drawn ones, for six joints with these ranges [rad].
std::vector<Points> campaign_paths(const std::vector<double>& lower, const std::vector<double>& upper, int random,
                                   unsigned seed);

// In the shortest time at which no torque exceeds its limit; `torque` gives the drives' torques.
motion::ToAndFro scaled_to_torque(const Points& points, const std::vector<double>& limits,
                                  const std::function<std::vector<double>(const identify::Motion&)>& torque);

// At rest until the beginning and from the end on: the acceleration of a spline jumps there.
identify::Motion motion_at(const motion::Trajectory& motion, double t);

}  // namespace tauforge::literature
