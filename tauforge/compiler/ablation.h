// Which modelling choice bought what: the operations of a planned function with each kind of choice taken back.
#pragma once

#include <string>
#include <vector>

#include "tauforge/compiler/pipeline.h"
#include "tauforge/compiler/search.h"

namespace tauforge::compiler {

struct AblationRow {
  std::string choice;  // what was taken back
  int without = 0;     // operations then
};

struct Ablation {
  int plain = 0;    // the formulation without any Plan
  int planned = 0;  // with all choices, before factoring
  int factored = 0;
  std::vector<AblationRow> rows;
};

Ablation ablation(const robot::Robot& robot, const Request& request, PlannedFunction function,
                  const dynamics::Plan& plan);

// The largest difference of each torque between two descriptions of a robot on random states, as a share of that
// torque's largest value.
std::vector<double> torque_difference(const robot::Robot& one, const robot::Robot& other);

}  // namespace tauforge::compiler
