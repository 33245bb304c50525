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
  double deviation = 0;          // the largest, relative to the largest value of any result
  double allowed = 0;            // the largest tolerance of a result, relative likewise
  double used = 0;               // the largest deviation of a result, as a share of that result's own tolerance
  double nanoseconds = 0;        // of one call through the seam: median of several rounds
  double batch_nanoseconds = 0;  // per state; 0: no batch version
  bool ok() const { return used <= 1.0; }
};

// Every function of the model on `states` random states each. Every result has to be within its own tolerance
// (compiler/tolerance.h) of the template's; of abbreviated functions, within the share of its largest value that was
// asked for.
std::vector<FunctionCheck> verify(const robot::Robot& robot, const compiler::Request& request,
                                  const compiler::CompiledModel& compiled, const tauforge_model& model, int states);

}  // namespace tauforge::native
