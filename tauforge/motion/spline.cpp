#include "tauforge/motion/spline.h"

#include <algorithm>
#include <utility>

#include "tauforge/diagnostic/require.h"

namespace tauforge::motion {

using diagnostic::require;

namespace {

// Velocities at the points, by elimination from the first to the last.
std::vector<double> velocities(const std::vector<double>& q, const std::vector<double>& h) {
  const std::size_t n = q.size();
  std::vector<double> v(n, 0.0), above(n, 0.0);
  for (std::size_t k = 1; k + 1 < n; ++k) {
    const double left = 1.0 / h[k - 1], right = 1.0 / h[k];
    const double pivot = 2.0 * (left + right) - left * above[k - 1];
    const double known = 3.0 * ((q[k] - q[k - 1]) * left * left + (q[k + 1] - q[k]) * right * right);  // (1)
    above[k] = right / pivot;
    v[k] = (known - left * v[k - 1]) / pivot;
  }
  for (std::size_t k = n - 1; k-- > 1;) v[k] -= above[k] * v[k + 1];
  return v;
}

}  // namespace

Spline::Spline(const std::vector<std::vector<double>>& points, std::vector<double> times) : times_(std::move(times)) {
  require(points.size() >= 2 && points.size() == times_.size() && times_.front() == 0.0,
          "at least two points, each with its time, the first at 0");
  const std::size_t n = points.size();
  std::vector<double> h(n - 1), q(n);
  for (std::size_t k = 0; k + 1 < n; ++k) {
    h[k] = times_[k + 1] - times_[k];
    require(h[k] > 0.0 && points[k + 1].size() == points[0].size(), "times increase, and all points have all joints");
  }
  pieces_.resize(points[0].size());
  for (std::size_t j = 0; j < pieces_.size(); ++j) {
    for (std::size_t k = 0; k < n; ++k) q[k] = points[k][j];
    const std::vector<double> v = velocities(q, h);
    for (std::size_t k = 0; k + 1 < n; ++k) {
      const double d = q[k + 1] - q[k];
      pieces_[j].push_back(
          {q[k], h[k] * v[k], 3.0 * d - h[k] * (2.0 * v[k] + v[k + 1]), h[k] * (v[k] + v[k + 1]) - 2.0 * d});  // (2)
    }
  }
}

void Spline::evaluate(double t, std::span<double> q, std::span<double> qd, std::span<double> qdd) const {
  t = std::clamp(t, 0.0, times_.back());
  const auto after = std::upper_bound(times_.begin() + 1, times_.end() - 1, t);
  const auto k = static_cast<std::size_t>(after - times_.begin()) - 1;
  const double h = times_[k + 1] - times_[k], s = (t - times_[k]) / h;
  for (std::size_t j = 0; j < pieces_.size(); ++j) {
    const auto& c = pieces_[j][k];
    q[j] = c[0] + s * (c[1] + s * (c[2] + s * c[3]));
    qd[j] = (c[1] + s * (2.0 * c[2] + s * 3.0 * c[3])) / h;
    qdd[j] = (2.0 * c[2] + s * 6.0 * c[3]) / (h * h);
  }
}

}  // namespace tauforge::motion
