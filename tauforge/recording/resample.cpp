#include "tauforge/recording/resample.h"

#include <algorithm>
#include <cmath>

#include "tauforge/diagnostic/require.h"

namespace tauforge::recording {

using diagnostic::require;

namespace {

// The interval [t_k, t_k+1] that holds `at`, the first or last one where none does. Times are usually asked for in their
// order: the last answer or the one after it is tried before a search.
std::size_t interval(std::span<const double> t, double at, std::size_t& last) {
  const std::size_t end = t.size() - 2;
  const auto holds = [&](std::size_t k) { return k <= end && (at >= t[k] || k == 0) && (at < t[k + 1] || k == end); };
  if (holds(last)) return last;
  if (holds(last + 1)) return ++last;
  const auto above = std::upper_bound(t.begin(), t.end(), at) - t.begin();
  last = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(above - 1, 0, static_cast<std::ptrdiff_t>(end)));
  return last;
}

}  // namespace

std::vector<double> uniform_times(double begin, double end, double period) {
  require(period > 0.0 && end >= begin, "a grid of times has a period and a length");
  const auto count = static_cast<std::size_t>(std::floor((end - begin) / period + 1e-3)) + 1;
  std::vector<double> times(count);
  for (std::size_t k = 0; k < count; ++k) times[k] = std::min(begin + static_cast<double>(k) * period, end);
  return times;
}

CubicSpline::CubicSpline(std::span<const double> t, std::span<const double> x)
    : t_(t.begin(), t.end()), x_(x.begin(), x.end()), second_(x.size(), 0.0) {
  require(t.size() == x.size() && !t.empty(), "a spline has as many values as knots");
  // continuity of the first derivative at the inner knots is a tridiagonal system for the second one
  const std::size_t n = t_.size();
  std::vector<double> above(n, 0.0), right(n, 0.0);
  for (std::size_t k = 1; k + 1 < n; ++k) {
    const double before = t_[k] - t_[k - 1], after = t_[k + 1] - t_[k];
    const double slope_change = (x_[k + 1] - x_[k]) / after - (x_[k] - x_[k - 1]) / before;
    const double pivot = (before + after) / 3.0 - before / 6.0 * above[k - 1];
    above[k] = after / 6.0 / pivot;
    right[k] = (slope_change - before / 6.0 * right[k - 1]) / pivot;
  }
  for (std::size_t k = n - 1; k-- > 1;) second_[k] = right[k] - above[k] * second_[k + 1];
}

double CubicSpline::operator()(double at) const {
  std::size_t anywhere = 0;
  return (*this)(at, anywhere);
}

double CubicSpline::operator()(double at, std::size_t& last) const {
  if (t_.size() == 1) return x_[0];
  const std::size_t k = interval(t_, at, last);
  const double h = t_[k + 1] - t_[k], a = (t_[k + 1] - at) / h, b = (at - t_[k]) / h;
  const double line = a * x_[k] + b * x_[k + 1];
  if (a < 0.0 || b < 0.0) {  // outside: along the tangent of the end
    const double slope = (x_[k + 1] - x_[k]) / h;
    if (a < 0.0) return x_[k + 1] + (at - t_[k + 1]) * (slope + h * (second_[k] + 2.0 * second_[k + 1]) / 6.0);
    return x_[k] + (at - t_[k]) * (slope - h * (2.0 * second_[k] + second_[k + 1]) / 6.0);
  }
  return line + ((a * a * a - a) * second_[k] + (b * b * b - b) * second_[k + 1]) * h * h / 6.0;
}

std::vector<double> by_spline(std::span<const double> t, std::span<const double> x, std::span<const double> at) {
  const CubicSpline spline(t, x);
  std::vector<double> values(at.size());
  std::size_t last = 0;
  for (std::size_t i = 0; i < at.size(); ++i) values[i] = spline(at[i], last);
  return values;
}

std::vector<double> by_lines(std::span<const double> t, std::span<const double> x, std::span<const double> at) {
  require(t.size() == x.size() && !t.empty(), "a series has as many values as times");
  std::vector<double> values(at.size(), x[0]);
  if (t.size() == 1) return values;
  std::size_t last = 0;
  for (std::size_t i = 0; i < at.size(); ++i) {
    const std::size_t k = interval(t, at[i], last);
    const double b = std::clamp((at[i] - t[k]) / (t[k + 1] - t[k]), 0.0, 1.0);
    values[i] = (1.0 - b) * x[k] + b * x[k + 1];
  }
  return values;
}

}  // namespace tauforge::recording
