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

// Values of a model's columns without each block in turn: [block](column). `positive`: see fit_with_weights.
std::vector<Vector> without_each_block(const std::vector<Block>& blocks, const Fit& fit, const SolverChoice& solver,
                                       const std::vector<bool>& positive = {});
// The same without one of them.
Vector without_block(const std::vector<Block>& blocks, const Fit& fit, const SolverChoice& solver, std::size_t left_out,
                     const std::vector<bool>& positive = {});
// Values of each log alone; empty for fewer than three logs.
std::vector<Vector> each_log_alone(const std::vector<Block>& blocks, const Fit& fit, const SolverChoice& solver);

// By how much residuals that are alike from sample to sample widen deviations: of fits without each block, relative to
// those of independent residuals, the median over columns; at least 1.
double correlation_inflation(const CrossValidation& trial, const std::vector<Block>& blocks, const Fit& fit,
                             const SolverChoice& solver);

// A fitted model, the blocks it was fitted to, and what its values are without each of them, choices repeated.
struct Resampled {
  const std::vector<Block>& blocks;
  const Fit& fit;
  const SolverChoice& solver;
  std::vector<Vector> without;
  std::vector<bool> positive;  // see fit_with_weights
  std::vector<Vector> alone;   // values of each log alone; empty for fewer than three logs
};

// Values, deviations and intervals are those of the full model; `unbounded` has its values without signs.
std::vector<Estimate> estimates(const robot::Robot& robot, const BaseParameters& base, const ModelColumns& columns,
                                const Resampled& full, const Vector& unbounded, const Resampled& kept,
                                double confidence);
// What was refused, beside them.
std::vector<Estimate> from_the_file(const robot::Robot& robot, const BaseParameters& base, const ModelColumns& columns,
                                    const std::vector<int>& refused);

}  // namespace tauforge::identify
