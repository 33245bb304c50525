// Least squares and triangles by Householder's reflections, instantiated once.
#pragma once

#include <vector>

#include "tauforge/identify/matrix.h"

namespace tauforge::identify {

// The upper triangle of A = Q R, with as many rows as A has columns, fewer where A itself has fewer.
Matrix triangular_factor(const Matrix& A);

// With column pivoting, A P = Q R: at each place the column of A that is furthest from those before it.
struct Pivots {
  std::vector<Eigen::Index> columns;
  Vector distances;  // |diagonal of R|

  Eigen::Index rank(double threshold) const;  // how many are further than this times the first
};
Pivots pivots_of(const Matrix& A);

// min |A x - b|, with pivoting: columns that depend on others, by less than `threshold` of the first pivot (0: rounding), get
// nothing.
Vector solve_by_qr(const Matrix& A, const Vector& b, double threshold = 0);

}  // namespace tauforge::identify
