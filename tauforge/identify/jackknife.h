// Estimates with their deviations: fits without each block, and of each log alone; and what is done about parameters that
// keep their prior value.
#pragma once

#include "tauforge/identify/identify.h"
#include "tauforge/identify/significance.h"

namespace tauforge::identify {

// The value the robot's file gives a column.
double prior_value(const robot::Robot& robot, const BaseParameters& base, const ModelColumn& column);

// The torques without the part that refused parameters make.
void take_away(Block& block, const std::vector<int>& columns, const std::vector<Refusal>& refusals);

// Values of a model's columns without each block in turn: [block](column).
std::vector<Vector> without_each_block(const std::vector<Block>& blocks, const Fit& fit, const SolverChoice& solver);
// Values of each log alone; empty for fewer than three logs.
std::vector<Vector> each_log_alone(const std::vector<Block>& blocks, const Fit& fit, const SolverChoice& solver);

// By how much residuals that are alike from sample to sample widen deviations: of fits without each block, relative to
// those of independent residuals, the median over columns; at least 1.
double correlation_inflation(const CrossValidation& trial, const std::vector<Block>& blocks, const Fit& fit,
                             const SolverChoice& solver);

// What a delay that is not known exactly does to a fit: the values' change per second, and the delays found without each
// block relative to the one that was used. Empty where the delay was not fitted.
struct DelayEffect {
  Vector per_second;
  std::vector<double> without_each;  // [s]
};

std::vector<Estimate> estimates(const BaseParameters& base, const ModelColumns& columns,
                                const std::vector<Block>& blocks, const Fit& full, const Fit& kept,
                                const SolverChoice& full_solver, const SolverChoice& kept_solver,
                                const DelayEffect& full_delay, const DelayEffect& kept_delay, double confidence,
                                const std::vector<ParameterName>& names);

}  // namespace tauforge::identify
