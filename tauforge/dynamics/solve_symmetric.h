// A x = y for a symmetric positive definite A, by factors L D L' without square roots and without branches.
#pragma once

#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

// In place, from the upper triangle of A (row-major) alone: A becomes its factors, y the solution. One division per row.
template <Scalar S> void solve_symmetric(Index n, std::span<S> A, std::span<S> y) {
  std::vector<S> inverse(at(n));  // of the pivots
  for (Index j = 0; j < n; ++j) {
    inverse[at(j)] = S(1.0) / A[at(j * n + j)];
    for (Index i = j + 1; i < n; ++i) {
      const S l = A[at(j * n + i)] * inverse[at(j)];
      for (Index c = i; c < n; ++c) A[at(i * n + c)] = A[at(i * n + c)] - l * A[at(j * n + c)];
      y[at(i)] = y[at(i)] - l * y[at(j)];
    }
  }
  for (Index i = n - 1; i >= 0; --i) {
    for (Index c = i + 1; c < n; ++c) y[at(i)] = y[at(i)] - A[at(i * n + c)] * y[at(c)];
    y[at(i)] = y[at(i)] * inverse[at(i)];
  }
}

}  // namespace tauforge::dynamics
