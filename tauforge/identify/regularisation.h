// Whether a fit needs help, judged by the singular spectrum and by the error on left-out blocks.
//
//   s_k singular values of columns scaled to length one; s_1 / s_n below 100: nothing to worry about        (1)
//   else ridge with factors 1e-5 .. 1e-1; the smallest factor whose error on left-out blocks is within half a per cent
//   of the best, none if that will do                                                                       (2)
//
// A method that was asked for is taken as it is.
//
// Towards the robot's file (prior_metric.h): strengths 1e-3 .. 1e9, half a decade apart; the largest whose error on left-out
// blocks is within half a per cent of the best, since blocks of one log cannot speak for what other logs will show   (3)
#pragma once

#include <optional>
#include <string>

#include "tauforge/identify/cross_validate.h"
#include "tauforge/identify/pull.h"
#include "tauforge/identify/settings.h"

namespace tauforge::identify {

struct Regularisation {
  SolverChoice solver;
  double condition = 0;  // s_1 / s_n of (1)
  std::string reason;
  double strength = 0;  // of the prior; 0: none
};

Regularisation choose_regularisation(const CrossValidation& trial, const Stacked& rows, const std::vector<int>& columns,
                                     const std::optional<SolverChoice>& asked = {});

// (3); `unit` is the pull of strength 1.
constexpr double weakest_prior = 1e-3;
Regularisation choose_prior(const CrossValidation& trial, const Stacked& rows, const std::vector<int>& columns,
                            const Pull& unit, const PriorChoice& asked);
SolverChoice pulled_by(Pull unit, double strength);

}  // namespace tauforge::identify
