// A generated NAME_friction_step against the templates (dynamics/presliding.h) along trajectories: sums of sines with
// reversals, stops and dither of every drive, each from a reset state, with periods that differ. The first steps of each are
// compared like all others: what is computed there is remembered.
#pragma once

#include <string>

#include "tauforge/compiler/pipeline.h"
#include "tauforge/native/loaded_model.h"

namespace tauforge::native {

struct FrictionStepCheck {
  int steps = 0;
  double deviation = 0;  // the largest, relative to the largest friction torque of the trajectory
  double allowed = 0;
  bool ok() const { return deviation <= allowed; }
};

FrictionStepCheck verify_friction_step(const robot::Robot& robot, const compiler::Request& request,
                                       const tauforge_model& model, int steps);

}  // namespace tauforge::native
