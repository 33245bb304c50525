// The customised count: what each function of a robot costs as generated code, found by the search and believed only
// after the counted program has been evaluated against the templates.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tauforge/compiler/pipeline.h"

namespace tauforge::compiler {

struct CustomisedCount {
  std::string function;
  expression::Operations operations;
  int fused = 0;
  expression::Trigonometry trigonometry;
  double deviation = 0;  // largest on random states, relative to the largest value of each state
};

struct CountOptions {
  int evaluations = Request{}.evaluations;  // as in Request, and so are the next two
  std::optional<int> factoring = {};
  Plans starts = {};
  std::function<void(const std::string&)> progress = {};  // told each function before its search
};

struct CustomisedCounts {
  std::vector<CustomisedCount> functions;
  Plans plans;  // that were found
};

// Rotor inertias count where the robot has them; friction does not.
CustomisedCounts customised_counts(const robot::Robot& robot, const std::vector<Function>& functions,
                                   const CountOptions& options = {});

}  // namespace tauforge::compiler
