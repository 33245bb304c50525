#include "tauforge/files/matrix_inverse.h"

#include <cmath>
#include <utility>

namespace tauforge::files {

std::optional<Matrix> inverse(Matrix A) {
  const std::size_t n = A.size();
  Matrix X(n, std::vector<double>(n, 0.0));
  for (std::size_t i = 0; i < n; ++i) X[i][i] = 1.0;
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t pivot = c;
    for (std::size_t r = c; r < n; ++r)
      if (std::abs(A[r][c]) > std::abs(A[pivot][c])) pivot = r;
    if (!(std::abs(A[pivot][c]) > 1e-12)) return std::nullopt;
    std::swap(A[pivot], A[c]), std::swap(X[pivot], X[c]);
    const double scale = 1.0 / A[c][c];
    for (std::size_t k = 0; k < n; ++k) A[c][k] *= scale, X[c][k] *= scale;
    for (std::size_t r = 0; r < n; ++r) {
      if (r == c || A[r][c] == 0.0) continue;
      const double times = A[r][c];
      for (std::size_t k = 0; k < n; ++k) A[r][k] -= times * A[c][k], X[r][k] -= times * X[c][k];
    }
  }
  return X;
}

}  // namespace tauforge::files
