// Generated code against the templates, and how long its calls take.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tauforge/compiler/pipeline.h"
#include "tauforge/native/loaded_model.h"

namespace tauforge::native {

struct FunctionCheck {
  std::string name;
  double deviation = 0;          // largest, relative to the largest expected value of its state
  double tolerance = 0;          // what is allowed
  double nanoseconds = 0;        // of one call through the seam: median of several rounds
  double batch_nanoseconds = 0;  // per state; 0: no batch version
  bool ok() const { return deviation <= tolerance; }
};

// Every function of the model on `states` random states each.
std::vector<FunctionCheck> verify(const robot::Robot& robot, const compiler::Request& request,
                                  const compiler::CompiledModel& compiled, const tauforge_model& model, int states);

}  // namespace tauforge::native
