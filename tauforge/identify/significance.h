// Which parameters matter, by three rules:
//
//   torque share        the largest torque |D_k eta_k| a parameter ever makes, per drive, relative to the largest torque
//                       measured there; below 1 % in every log it is not significant           [IHPH92, sec. 4]   (1)
//   t-test              |eta_k| / deviation below Student's limit                                                 (2)
//   left-out error      columns are left out one at a time, the one whose absence costs least first; the smallest model
//                       whose error on left-out blocks is within a tolerance of the best is taken                 (3)
#pragma once

#include <string>
#include <vector>

#include "tauforge/identify/cross_validate.h"
#include "tauforge/identify/settings.h"

namespace tauforge::identify {

// (1), per column of the fit: the largest over blocks and drives.
std::vector<double> torque_shares(const std::vector<Block>& blocks, const Fit& fit);

struct EliminationStep {
  std::size_t columns = 0;
  double error = 0;   // on left-out blocks
  int left_out = -1;  // the column that went
};

struct Elimination {
  std::vector<int> kept;  // in the order they were given
  std::vector<EliminationStep> path;
  std::string reason;
};

// (3)
Elimination eliminate(const CrossValidation& trial, const std::vector<int>& columns, double tolerance);

// (1): columns whose share is at least this one stay, all others go at once.
Elimination keep_by_torque_share(const CrossValidation& trial, const std::vector<Block>& blocks, const Fit& fit,
                                 double least);

// (2): columns go one at a time, the least certain first, until all are certain; deviations are those of independent
// residuals times `inflation`, which stands for their correlation.
Elimination eliminate_by_t_test(const CrossValidation& trial, const std::vector<int>& columns, double inflation,
                                double confidence = 0.95);

// By the rule that the settings name, of the full model's columns; `blocks` are those of `trial`.
Elimination significant_columns(const CrossValidation& trial, const std::vector<Block>& blocks, const Fit& full,
                                const SolverChoice& solver, const Settings& settings);

}  // namespace tauforge::identify
