// A x = y for a symmetric positive definite A, by factors L D L' without square roots and without branches.
#pragma once

#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

// In place: A (row-major) becomes its factors, y the solution.
template <Scalar S> void solve_symmetric(Index n, std::span<S> A, std::span<S> y) {
  for (Index j = 0; j < n; ++j)
    for (Index i = j + 1; i < n; ++i) {
      const S l = A[at(i * n + j)] / A[at(j * n + j)];
      for (Index c = j + 1; c < n; ++c) A[at(i * n + c)] = A[at(i * n + c)] - l * A[at(j * n + c)];
      y[at(i)] = y[at(i)] - l * y[at(j)];
    }
  for (Index i = n - 1; i >= 0; --i) {
    for (Index c = i + 1; c < n; ++c) y[at(i)] = y[at(i)] - A[at(i * n + c)] * y[at(c)];
    y[at(i)] = y[at(i)] / A[at(i * n + i)];
  }
}

}  // namespace tauforge::dynamics
