// A x = y for a symmetric positive definite A, by factors U D U' without square roots and without branches.
#pragma once

#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

// In place, from the upper triangle of A (row-major) alone: A becomes its factors, with the inverse of each pivot in its
// place, y the solution. One division per row.
// From the last row to the first: in the mass matrix of a tree limbs come after what carries them. So they are
// eliminated before it, and where they have nothing in common zeros stay.                              [Fea08, ch. 6.5]
template <Scalar S> void solve_symmetric(Index n, std::span<S> A, std::span<S> y) {
  for (Index j = n - 1; j >= 0; --j) {
    S& inverse = A[j * n + j];
    inverse = S(1.0) / inverse;
    for (Index i = j - 1; i >= 0; --i) {
      const S l = A[i * n + j] * inverse;
      for (Index r = 0; r <= i; ++r) A[r * n + i] = A[r * n + i] - l * A[r * n + j];
      y[i] = y[i] - l * y[j];
    }
  }
  for (Index i = 0; i < n; ++i) {
    for (Index r = 0; r < i; ++r) y[i] = y[i] - A[r * n + i] * y[r];
    y[i] = y[i] * A[i * n + i];
  }
}

}  // namespace tauforge::dynamics
