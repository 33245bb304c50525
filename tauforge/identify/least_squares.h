// Weighted least squares on reduced blocks; the methods are those of solver.h.
#pragma once

#include <vector>

#include "tauforge/identify/observation.h"
#include "tauforge/identify/solver.h"

namespace tauforge::identify {

Vector solve(const Matrix& A, const Vector& b, const SolverChoice& choice);

// How drives weigh against each other: their torques differ by factors of ten to fifty.
enum class Weighting {
  ordinary,               // all alike
  by_torque,              // 1 / largest torque of the drive, as [IHPH92] may have done
  iteratively_reweighted  // 1 / standard deviation of the drive's residuals, until it settles
};
const char* to_text(Weighting weighting);

// A model fitted to blocks: columns of the model and their values.
struct Fit {
  std::vector<int> columns;
  Vector values;                     // one per column
  Vector weights;                    // one per drive
  Vector deviation;                  // of the residuals, per drive          [N m]
  double smallest = 0, largest = 0;  // singular values of the weighted columns
  double condition() const { return smallest > 0.0 ? largest / smallest : 0.0; }
};

Block merged(const std::vector<Block>& blocks);

// The weighted rows of the chosen columns, with the torques.
struct Stacked {
  Matrix A;
  Vector b;
};
Stacked stacked(const Block& block, const std::vector<int>& columns, const Vector& weights);

Vector initial_weights(const Block& block, Weighting weighting);
Fit fit(const Block& block, const std::vector<int>& columns, Weighting weighting, const SolverChoice& solver = {});
// `positive` tells which values may not be negative; empty: none.
Fit fit_with_weights(const Block& block, const std::vector<int>& columns, const Vector& weights,
                     const SolverChoice& solver = {}, const std::vector<bool>& positive = {});

// The same of rows. Active set: what would be negative is held at zero, the worst first, and let go again when the error
// falls with it.                                                                                  [LH74, ch. 23]
Vector solve_with_signs(const Matrix& A, const Vector& b, const SolverChoice& solver,
                        const std::vector<bool>& positive);

// |W x - tau|^2 of one drive.
double squared_error(const DriveRows& rows, const std::vector<int>& columns, const Vector& values);

}  // namespace tauforge::identify
