// Six equations for at most six unknowns, by Householder reflections with the columns of largest remaining length first.
// Without allocation; the small matrices of kinematics need no more.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace tauforge::motion {

using Six = std::array<double, 6>;

class LeastSquares6 {
 public:
  // columns[c] is what unknown c does to the six rows.
  LeastSquares6(const std::array<Six, 6>& columns, std::size_t unknowns) : a_(columns), n_(unknowns) {
    for (std::size_t c = 0; c < n_; ++c) order_[c] = c;
    for (std::size_t k = 0; k < n_; ++k) {
      std::size_t longest = k;
      for (std::size_t c = k + 1; c < n_; ++c)
        if (square(c, k) > square(longest, k)) longest = c;
      if (longest != k) sign_ = -sign_;
      std::swap(a_[k], a_[longest]);
      std::swap(order_[k], order_[longest]);
      reflect(k);
    }
  }

  // The smallest pivot over the largest: 0 where unknowns depend on one another, 1 where they are orthogonal.
  double conditioning() const {
    const double first = std::abs(diagonal_[0]);
    return first > 0.0 ? std::abs(diagonal_[n_ - 1]) / first : 0.0;
  }

  // The sign of the determinant, of six unknowns.
  double orientation() const { return sign_; }

  // The unknowns that come closest to y. Only where the conditioning is not 0.
  Six solve(Six y) const {
    for (std::size_t k = 0; k < n_; ++k) {  // the reflections, in turn
      double along = 0.0;
      for (std::size_t r = k; r < 6; ++r) along += a_[k][r] * y[r];
      for (std::size_t r = k; r < 6; ++r) y[r] -= along * a_[k][r];
    }
    Six x{};
    for (std::size_t k = n_; k-- > 0;) {
      double sum = y[k];
      for (std::size_t c = k + 1; c < n_; ++c) sum -= a_[c][k] * x[order_[c]];
      x[order_[k]] = sum / diagonal_[k];
    }
    return x;
  }

 private:
  double square(std::size_t column, std::size_t from) const {
    double sum = 0.0;
    for (std::size_t r = from; r < 6; ++r) sum += a_[column][r] * a_[column][r];
    return sum;
  }

  // Turns column k into its diagonal entry; what it holds from row k on becomes the reflection, of length sqrt(2).
  void reflect(std::size_t k) {
    const double length = std::sqrt(square(k, k));
    diagonal_[k] = a_[k][k] > 0.0 ? -length : length;
    if (length == 0.0) return;
    if (diagonal_[k] > 0.0) sign_ = -sign_;  // a reflection turns the sign, a negative entry turns it back
    a_[k][k] -= diagonal_[k];
    const double scale = std::sqrt(2.0 / square(k, k));
    for (std::size_t r = k; r < 6; ++r) a_[k][r] *= scale;
    for (std::size_t c = k + 1; c < n_; ++c) {
      double along = 0.0;
      for (std::size_t r = k; r < 6; ++r) along += a_[k][r] * a_[c][r];
      for (std::size_t r = k; r < 6; ++r) a_[c][r] -= along * a_[k][r];
    }
  }

  std::array<Six, 6> a_;
  std::size_t n_;
  double sign_ = 1.0;
  Six diagonal_{};
  std::array<std::size_t, 6> order_{};
};

}  // namespace tauforge::motion
