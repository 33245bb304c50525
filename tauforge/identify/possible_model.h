// From identified base parameters to robots that have them: bodies that can exist, and the fewest numbers.
#pragma once

#include "tauforge/identify/identify.h"
#include "tauforge/identify/physical.h"

namespace tauforge::identify {

struct PossibleRobot {
  PhysicalFit fit;
  robot::Robot robot;  // with these parameters
  TorqueModel model;   // the columns of the full model with the values of this robot
};

// Closest to `prior` among the robots whose torques on the logs are as good as the identified ones.
PossibleRobot possible_robot(const robot::Robot& prior, const Identification& found,
                             const PhysicalOptions& options = {});

// With the numbers of the reduced model alone, every other one zero: combinations, not bodies, and the smallest code.
// `friction` has the shapes per drive; empty: as the prior has them.
robot::Robot reduced_robot(const robot::Robot& prior, const TorqueModel& model,
                           const std::vector<FrictionShape>& friction = {});

}  // namespace tauforge::identify
