// One log, one set of columns: the observation reduced in blocks, merged and solved. The shortest way from samples to values,
// for programs that bring their own columns.
#pragma once

#include "tauforge/identify/solver.h"
#include "tauforge/identify/torque_model.h"

namespace tauforge::identify {

struct ReducedFit {
  std::vector<double> values;         // one per column
  std::vector<double> squared_error;  // per drive
  std::vector<std::size_t> rows;      // per drive
  std::size_t kept_numbers = 0;       // of the reduced blocks: does not grow with the log
};

// `torque` has one series per drive; all drives weigh alike.
ReducedFit reduced_fit(const robot::Robot& robot, const ModelColumns& columns, const signals::Samples& samples,
                       const recording::Channels& torque, std::size_t blocks, const SolverChoice& solver = {});

// Squared errors of given values, from the reduced blocks alone.
std::vector<double> reduced_errors(const robot::Robot& robot, const TorqueModel& model, const signals::Samples& samples,
                                   const recording::Channels& torque, std::size_t blocks);

}  // namespace tauforge::identify
