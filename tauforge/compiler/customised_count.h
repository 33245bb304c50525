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

// Rotor inertias count where the robot has them; friction does not.
std::vector<CustomisedCount> customised_counts(const robot::Robot& robot, const std::vector<Function>& functions,
                                               const std::function<void(const std::string&)>& progress = {});

}  // namespace tauforge::compiler
