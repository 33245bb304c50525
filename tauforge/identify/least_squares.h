// Least squares, A x = b, by the methods the papers name.                       [IHPH92, sec. 4], [VMS+]
//
//   qr               Householder with column pivoting
//   svd              x = V S^-1 U' b                                            (1)
//   pseudo_inverse   (1) without the directions below rounding                  (2)
//   truncated_svd    (1) with the `rank` largest directions alone               (3)
//   ridge            min |A x - b|^2 + ridge^2 |D x|^2, D the lengths of A's columns      (4)
//   total            errors in A too: the smallest right singular vector of [A | b]       (5)
#pragma once

#include <vector>

#include "tauforge/identify/observation.h"

namespace tauforge::identify {

enum class Solver { qr, svd, pseudo_inverse, truncated_svd, ridge, total };
const char* to_text(Solver solver);

struct SolverChoice {
  Solver solver = Solver::qr;
  double ridge = 0;  // (4), relative to columns of length one
  int rank = 0;      // (3)
};

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
Fit fit_with_weights(const Block& block, const std::vector<int>& columns, const Vector& weights,
                     const SolverChoice& solver = {});

// |W x - tau|^2 of one drive.
double squared_error(const DriveRows& rows, const std::vector<int>& columns, const Vector& values);

}  // namespace tauforge::identify
