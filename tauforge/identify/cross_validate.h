// Block cross-validation: what a model is worth on data it was not fitted to. Samples next to each other are alike, so
// whole blocks are left out, never single samples.
//
//   G_b = sum_drives w_j^2 R_b' R_b                      the sums of squares and products of block b      (1)
//   x_-b from G - G_b,   error_b = |R_b (x_-b, -1)|^2 = (x,-1)' G_b (x,-1)                                (2)
//   error = sqrt(sum_b error_b / sum_b |tau_b|^2)        weighted torques                                 (3)
//
// Thousands of models are compared, so this works on sums (1) of columns scaled to length one; the model that is chosen
// is fitted by QR.
#pragma once

#include <vector>

#include "tauforge/identify/least_squares.h"

namespace tauforge::identify {

class CrossValidation {
 public:
  // Weights are per drive; all columns of the model are kept.
  CrossValidation(const std::vector<Block>& blocks, std::size_t columns, const Vector& weights);

  // The same of all blocks but one.
  CrossValidation without(std::size_t block) const;

  // The same with rows that pull to a prior (pull.h) in every fit, `strength` times as strongly; no block has them.
  CrossValidation pulled(const Pull& pull, double strength) const;

  // (3) of the model with these columns; infinite where the columns cannot be told apart without a block.
  double error(const std::vector<int>& columns, double ridge = 0) const;
  // |x_k|^2 / (G^-1)_kk of each column: by how much the squared error grows when it is left out.
  Vector cost_of_leaving_out(const std::vector<int>& columns) const;
  // Weighted squared residuals of the fit to all blocks, or to all but one; and how many rows there are.
  double squared_residual(const std::vector<int>& columns, double ridge = 0, int without_block = -1) const;
  std::size_t rows() const;
  std::size_t blocks() const { return block_.size(); }

 private:
  Matrix sums(const Matrix& all, const std::vector<int>& columns) const;
  std::vector<Matrix> block_;  // (1), torque last, scaled
  Matrix all_;
  Vector lengths_;
  std::vector<std::size_t> rows_;  // per block
};

}  // namespace tauforge::identify
