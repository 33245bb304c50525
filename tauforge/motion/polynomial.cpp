#include "tauforge/motion/polynomial.h"

#include <algorithm>
#include <utility>

#include "tauforge/diagnostic/require.h"

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

// The polynomial on [0, 1] with these values, slopes and second derivatives at its ends.
std::array<double, 6> quintic(double x0, double v0, double a0, double x1, double v1, double a1) {
  const double d = x1 - x0 - v0 - 0.5 * a0, e = v1 - v0 - a0, f = a1 - a0;
  return {x0, v0, 0.5 * a0, 10.0 * d - 4.0 * e + 0.5 * f, -15.0 * d + 7.0 * e - f, 6.0 * d - 3.0 * e + 0.5 * f};
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
      pieces_[j].push_back(quintic(x[k], v[k], a[k], x[k + 1], v[k + 1], a[k + 1]));
  }
}

void Polynomial::evaluate(double t, std::span<double> q, std::span<double> qd, std::span<double> qdd) const {
  const double along = std::clamp(t / step_, 0.0, static_cast<double>(points_.size() - 1));
  const std::size_t k = std::min(static_cast<std::size_t>(along), points_.size() - 2);
  const double s = along - static_cast<double>(k);
  for (std::size_t j = 0; j < pieces_.size(); ++j) {
    const auto& c = pieces_[j][k];
    q[j] = c[0] + s * (c[1] + s * (c[2] + s * (c[3] + s * (c[4] + s * c[5]))));
    qd[j] = (c[1] + s * (2.0 * c[2] + s * (3.0 * c[3] + s * (4.0 * c[4] + s * 5.0 * c[5])))) / step_;
    qdd[j] = (2.0 * c[2] + s * (6.0 * c[3] + s * (12.0 * c[4] + s * 20.0 * c[5]))) / (step_ * step_);
  }
}

}  // namespace tauforge::motion
