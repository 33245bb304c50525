// From logs to robots: identification, bodies that can exist, and the fewest numbers, in one call.
#pragma once

#include "tauforge/identify/possible_model.h"

namespace tauforge::identify {

struct IdentifiedRobot {
  robot::Robot prior;
  Identification found;
  PossibleRobot possible;     // bodies that can exist
  robot::Robot reduced;       // the reduced model as a robot: combinations, not bodies
  TorqueModel reduced_model;  // that `reduced` was made of
  // The reduced model has postures without a positive definite mass matrix, so that no arm moves like it and forward dynamics
  // fail: the bodies that can exist stand in its place.
  bool reduced_replaced = false;
  HausmanTest hausman = {};
};

diagnostic::Result<IdentifiedRobot> identified_robot(const robot::Robot& robot,
                                                     const std::vector<recording::Recording>& logs,
                                                     const Settings& settings = {}, const Progress& progress = {});

// Of the reduced model on a log it has not seen [%]; a log that is not one of this robot's is refused.
diagnostic::Result<double> error_on(const IdentifiedRobot& identified, const recording::Recording& fresh);
// The same of a robot as its file has it, with differences taken so; a log of which nothing is left is refused too.
diagnostic::Result<Validation> validation_on(const robot::Robot& robot, const signals::Preparation& preparation,
                                             const recording::Recording& log);

}  // namespace tauforge::identify
