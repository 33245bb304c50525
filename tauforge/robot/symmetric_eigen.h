// Eigenvalues and eigenvectors of small symmetric matrices by cyclic Jacobi rotations: each rotation
// zeroes one off-diagonal entry; a 3x3 or 4x4 matrix is diagonal to the last bit after a few sweeps.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace tauforge::robot {

template <std::size_t N> using Square = std::array<std::array<double, N>, N>;

// A = V diag(values) V^T; column k of V belongs to value k; values in no particular order.
template <std::size_t N> struct SymmetricEigen {
  std::array<double, N> values{};
  Square<N> V{};

  double smallest() const {
    double least = values[0];
    for (const double value : values) least = value < least ? value : least;
    return least;
  }
  // The largest magnitude.
  double magnitude() const {
    double most = 0;
    for (const double value : values) most = std::abs(value) > most ? std::abs(value) : most;
    return most;
  }
  Square<N> matrix() const {
    Square<N> A{};
    for (std::size_t i = 0; i < N; ++i)
      for (std::size_t j = 0; j < N; ++j)
        for (std::size_t k = 0; k < N; ++k) A[i][j] += V[i][k] * values[k] * V[j][k];
    return A;
  }
};

template <std::size_t N> SymmetricEigen<N> symmetric_eigen(Square<N> A) {
  SymmetricEigen<N> result;
  Square<N>& V = result.V;
  for (std::size_t i = 0; i < N; ++i) V[i][i] = 1.0;
  constexpr int most_sweeps = 50;  // converges quadratically: about six are needed
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    double off = 0, all = 0;
    for (std::size_t i = 0; i < N; ++i)
      for (std::size_t j = 0; j < N; ++j) {
        all += std::abs(A[i][j]);
        if (i != j) off += std::abs(A[i][j]);
      }
    if (!(off > 1e-17 * all)) break;
    for (std::size_t p = 0; p < N; ++p)
      for (std::size_t q = p + 1; q < N; ++q) {
        if (A[p][q] == 0.0) continue;
        // the smaller root of t^2 + 2 theta t - 1 = 0 keeps the rotation below 45 degrees
        const double theta = (A[q][q] - A[p][p]) / (2.0 * A[p][q]);
        const double t = (theta >= 0 ? 1.0 : -1.0) / (std::abs(theta) + std::hypot(theta, 1.0));
        const double c = 1.0 / std::hypot(t, 1.0), s = t * c;
        for (std::size_t k = 0; k < N; ++k) {
          const double kp = A[k][p], kq = A[k][q];
          A[k][p] = c * kp - s * kq;
          A[k][q] = s * kp + c * kq;
        }
        for (std::size_t k = 0; k < N; ++k) {
          const double pk = A[p][k], qk = A[q][k];
          A[p][k] = c * pk - s * qk;
          A[q][k] = s * pk + c * qk;
        }
        for (std::size_t k = 0; k < N; ++k) {
          const double kp = V[k][p], kq = V[k][q];
          V[k][p] = c * kp - s * kq;
          V[k][q] = s * kp + c * kq;
        }
      }
  }
  for (std::size_t i = 0; i < N; ++i) result.values[i] = A[i][i];
  return result;
}

}  // namespace tauforge::robot
