#include "tauforge/motion/polynomial.h"

#include <algorithm>
#include <utility>

#include "tauforge/diagnostic/require.h"
#include "tauforge/motion/quintic.h"

namespace tauforge::motion {

namespace {

// Slopes per step of the cubic spline through x that begins and ends at rest:
//   v_k-1 + 4 v_k + v_k+1 = 3 (x_k+1 - x_k-1),  v_0 = v_n = 0
std::vector<double> slopes(const std::vector<double>& x) {
  const std::size_t n = x.size();
  std::vector<double> v(n, 0.0), above(n, 0.0);
  for (std::size_t k = 1; k + 1 < n; ++k) {
    const double pivot = 4.0 - above[k - 1];
    above[k] = 1.0 / pivot;
    v[k] = (3.0 * (x[k + 1] - x[k - 1]) - v[k - 1]) / pivot;
  }
  for (std::size_t k = n - 1; k-- > 1;) v[k] -= above[k] * v[k + 1];
  return v;
}

}  // namespace

Polynomial::Polynomial(std::vector<std::vector<double>> points, double seconds_between_points)
    : points_(std::move(points)), step_(seconds_between_points) {
  diagnostic::require(points_.size() >= 2 && step_ > 0.0, "a polynomial goes from one point to another");
  const std::size_t n = points_.size();
  pieces_.resize(points_.front().size());
  for (std::size_t j = 0; j < pieces_.size(); ++j) {
    std::vector<double> x(n), a(n, 0.0);
    for (std::size_t k = 0; k < n; ++k) x[k] = points_[k][j];
    const std::vector<double> v = slopes(x);
    for (std::size_t k = 1; k + 1 < n; ++k) a[k] = 6.0 * (x[k + 1] - x[k]) - 4.0 * v[k] - 2.0 * v[k + 1];
    for (std::size_t k = 0; k + 1 < n; ++k)
      pieces_[j].push_back(quintic({x[k], v[k], a[k]}, {x[k + 1], v[k + 1], a[k + 1]}));
  }
}

void Polynomial::evaluate(double t, std::span<double> q, std::span<double> qd, std::span<double> qdd) const {
  const double along = std::clamp(t / step_, 0.0, static_cast<double>(points_.size() - 1));
  const std::size_t k = std::min(static_cast<std::size_t>(along), points_.size() - 2);
  const double s = along - static_cast<double>(k);
  for (std::size_t j = 0; j < pieces_.size(); ++j) {
    const Derivatives d = at(pieces_[j][k], s);
    q[j] = d.x, qd[j] = d.v / step_, qdd[j] = d.a / (step_ * step_);
  }
}

}  // namespace tauforge::motion
