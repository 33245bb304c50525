// Generated code against the templates, and how long its calls take.
#pragma once

#include <string>
#include <vector>

#include "tauforge/compiler/pipeline.h"
#include "tauforge/model.h"
#include "tauforge/native/call_time.h"

namespace tauforge::native {

struct FunctionCheck {
  std::string name;
  double deviation = 0;  // the largest, relative to the largest value of any result
  double allowed = 0;    // the largest tolerance of a result, relative likewise
  double used = 0;       // the largest deviation of a result, as a share of that result's own tolerance
  CallTime call;         // of one call through the seam
  CallTime batch;        // per state of its version for many; not timed: it has none
  bool ok() const { return used <= 1.0; }
};

// Every function of the model on `states` random states each. Every result has to be within its own tolerance
// (compiler/tolerance.h) of the template's; of abbreviated functions, within the share of its largest value that was
// asked for. Without a watch nothing is timed.
std::vector<FunctionCheck> verify(const robot::Robot& robot, const compiler::Request& request,
                                  const compiler::CompiledModel& compiled, const tauforge_model& model, int states,
                                  const Stopwatch* watch = nullptr);

// How the times of all these functions were taken.
std::string how_timed(const std::vector<FunctionCheck>& checks);

}  // namespace tauforge::native
