// Whether a fit needs help, judged by the singular spectrum and by the error on left-out blocks.
//
//   s_k singular values of columns scaled to length one; s_1 / s_n below 100: nothing to worry about        (1)
//   else ridge with factors 1e-5 .. 1e-1; the smallest factor whose error on left-out blocks is within half a per cent
//   of the best, none if that will do                                                                       (2)
//
// A method that was asked for is taken as it is.
#pragma once

#include <optional>
#include <string>

#include "tauforge/identify/cross_validate.h"

namespace tauforge::identify {

struct Regularisation {
  SolverChoice solver;
  double condition = 0;  // s_1 / s_n of (1)
  std::string reason;
};

Regularisation choose_regularisation(const CrossValidation& trial, const Stacked& rows, const std::vector<int>& columns,
                                     const std::optional<SolverChoice>& asked = {});

}  // namespace tauforge::identify
