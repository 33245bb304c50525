// A generated momentum observer against the integral that it stands for:
//
//   r_k = K (p_k - p_0 - S_k),   S_k = S_k-1 + dt (tau + mean(rate - f) + r_k)
//
// with momentum and friction by the templates. Sequences of random states, gains and periods: nothing in it needs a motion.
#pragma once

#include <string>

#include "tauforge/compiler/pipeline.h"
#include "tauforge/native/loaded_model.h"

namespace tauforge::native {

struct ObserverCheck {
  int steps = 0;
  double deviation = 0;  // the largest, relative to the terms that a residual is the difference of
  double allowed = 0;    // relative likewise: a hundred times what momentum and friction themselves may be off by
  bool ok() const { return deviation <= allowed; }
};

ObserverCheck verify_observer(const robot::Robot& robot, const compiler::Request& request,
                              const compiler::CompiledModel& compiled, const LoadedModel& model,
                              const std::string& prefix, int steps);

}  // namespace tauforge::native
