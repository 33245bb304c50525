#include "tauforge/identify/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace tauforge::identify {

Summary summary(std::span<const double> values) {
  Summary s;
  s.count = values.size();
  if (values.empty()) return s;
  s.largest = s.smallest = values.front();
  for (const double x : values) {
    s.mean += x / static_cast<double>(values.size());
    s.largest = std::max(s.largest, x), s.smallest = std::min(s.smallest, x);
  }
  double squares = 0.0;
  for (const double x : values) squares += (x - s.mean) * (x - s.mean);
  if (values.size() > 1) s.deviation = std::sqrt(squares / static_cast<double>(values.size() - 1));
  return s;
}

double median(std::vector<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return n % 2 == 1 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]);
}

namespace {

// The regularised incomplete beta function by its continued fraction (Lentz); [AS64, 26.5.8].
double incomplete_beta(double a, double b, double x) {
  if (x <= 0.0) return 0.0;
  if (x >= 1.0) return 1.0;
  if (x > (a + 1.0) / (a + b + 2.0)) return 1.0 - incomplete_beta(b, a, 1.0 - x);
  const double front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x)) / a;
  constexpr double tiny = 1e-300;
  double f = 1.0, c = 1.0, d = 0.0;
  for (int i = 0; i <= 500; ++i) {
    const double m = i / 2;
    double numerator = 1.0;
    if (i > 0 && i % 2 == 0) numerator = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
    if (i % 2 == 1) numerator = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
    d = 1.0 + numerator * d;
    d = 1.0 / (std::abs(d) < tiny ? tiny : d);
    c = 1.0 + numerator / c;
    if (std::abs(c) < tiny) c = tiny;
    f *= c * d;
    if (std::abs(1.0 - c * d) < 1e-14) break;
  }
  return front * (f - 1.0);
}

}  // namespace

double student_limit(double confidence, double freedom) {
  // P(|T| > t) = I_x(freedom/2, 1/2) with x = freedom / (freedom + t^2), which falls with t
  double low = 0.0, high = 1.0;
  const auto outside = [&](double t) { return incomplete_beta(0.5 * freedom, 0.5, freedom / (freedom + t * t)); };
  while (outside(high) > 1.0 - confidence && high < 1e6) high *= 2.0;
  for (int k = 0; k < 80; ++k) {
    const double middle = 0.5 * (low + high);
    (outside(middle) > 1.0 - confidence ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

double fisher_tail(double f, double first, double second) {
  return incomplete_beta(0.5 * second, 0.5 * first, second / (second + first * std::max(f, 0.0)));  // [AS64, 26.6.2]
}

Interval interval_of_mean(const Summary& s, double confidence) {
  if (s.count < 2) return {-HUGE_VAL, HUGE_VAL};
  const double n = static_cast<double>(s.count);
  const double half = student_limit(confidence, n - 1.0) * s.deviation / std::sqrt(n);
  return {s.mean - half, s.mean + half};
}

double jackknife_deviation(std::span<const double> without_each) {
  if (without_each.size() < 2) return HUGE_VAL;
  const double n = static_cast<double>(without_each.size());
  const Summary s = summary(without_each);
  return std::sqrt((n - 1.0) * (n - 1.0) / n) * s.deviation;  // (1)
}

}  // namespace tauforge::identify
