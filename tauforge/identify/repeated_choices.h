// Fits without each block in turn, in which every choice is made again without it: intervals from their spread know that the
// choices might have been others, and a block that is predicted by the fit without it had no part in any of them.
//
//   f_b    shape and growth of friction, by the error on left-out blocks among the others       (friction_choice.h)
//   x_b    the full model with f_b, fitted to the others, at the delay that is found without b
//   K_b    its columns that matter, by the rule of significance among the others                (significance.h)
//   y_b    the reduced model: K_b fitted to the others; what is not in K_b is zero
//
// Rows are those of the full model with f_b, expanded about its fit to all blocks; the filter, the weights of the drives and
// what is refused are those of all blocks.
#pragma once

#include <vector>

#include "tauforge/identify/delay_choice.h"
#include "tauforge/identify/full_model.h"

namespace tauforge::identify {

struct WithoutBlock {
  Vector full;  // x_b, no number with a sign: places of the full model's fit. Friction of another shape stands for it
  Vector reduced;                                      // y_b: places of the reduced model's fit
  TorqueModel model;                                   // y_b as a model, at the delay of all blocks
  bool other_friction = false, other_columns = false;  // than with all blocks
};

// The reduced model of all blocks, beside the full one.
struct ReducedModel {
  const FullModel& full;
  const Fit& kept;
  SolverChoice solver;
};

// `trial` has the rows of `trials`, and `told` those of its parameters that the logs tell.
std::vector<WithoutBlock> repeated_choices(const PreparedLogs& prepared, const BaseParameters& base,
                                           const FrictionTrials& trials, const CrossValidation& trial,
                                           const std::vector<int>& told, const FrictionChoice& friction,
                                           const DelayChoice& delay, const ReducedModel& chosen);

}  // namespace tauforge::identify
