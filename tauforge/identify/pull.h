// Values of a model's columns that are pulled to others, as rows beside those of the logs:
//
//   |A x - b|^2 + |P (x - x0)|^2                                                               (1)
//
// Least squares with (1) are least squares of longer matrices, so signs, weights and fits without a block need not know.
#pragma once

#include <vector>

#include "tauforge/identify/least_squares.h"

namespace tauforge::identify {

struct Pull {
  std::vector<int> columns;  // of the model, one per column of P
  Matrix P;
  Vector x0;
};

// The rows with those of the solver's pull below them, of the columns that both have; as they are without one.
Stacked with_pull(Stacked rows, const std::vector<int>& columns, const SolverChoice& solver);

}  // namespace tauforge::identify
