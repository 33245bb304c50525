#include "tauforge/explicit_model/operating_range.h"

#include <algorithm>
#include <cmath>

namespace tauforge::explicit_model {

namespace {

constexpr double pi = 3.14159265358979323846;

// Does the interval hold a point of phase + 2 pi k?
bool holds(const Interval& x, double phase) {
  return std::floor((x.high - phase) / (2 * pi)) >= std::ceil((x.low - phase) / (2 * pi));
}

Interval cosine(const Interval& x) {
  const double a = std::cos(x.low), b = std::cos(x.high);
  return {holds(x, pi) ? -1.0 : std::min(a, b), holds(x, 0.0) ? 1.0 : std::max(a, b)};
}

Interval square(const Interval& x) {
  const double a = x.low * x.low, b = x.high * x.high;
  return {x.low <= 0 && x.high >= 0 ? 0.0 : std::min(a, b), std::max(a, b)};
}

double one_of(const std::vector<double>& values, std::size_t joint) {
  return values.size() == 1 ? values[0] : values[joint];
}

}  // namespace

double Interval::magnitude() const { return std::max(std::abs(low), std::abs(high)); }

OperatingRange operating_range(const robot::Robot& robot, const OperatingOptions& options) {
  OperatingRange range;
  for (std::size_t i = 0; i < robot.limits.size(); ++i) {
    const auto& limits = robot.limits[i];
    const double around = robot.tree.is_revolute(static_cast<robot::Index>(i)) ? pi : 1.0;
    range.q.push_back({limits.lower.value_or(-around), limits.upper.value_or(around)});
    const bool own_speed = limits.velocity && !options.speed_given;
    const bool own_acceleration = limits.acceleration && !options.acceleration_given;
    range.qd.push_back(own_speed ? *limits.velocity : one_of(options.speed, i));
    range.qdd.push_back(own_acceleration ? *limits.acceleration : one_of(options.acceleration, i));
  }
  return range;
}

Interval operator*(const Interval& a, const Interval& b) {
  const double all[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
  return {*std::min_element(all, all + 4), *std::max_element(all, all + 4)};
}

Interval range_of(const Factor& f, const std::vector<Interval>& q) {
  Interval angle;
  const auto d = digits(f.angle);
  for (std::size_t j = 0; j < d.size(); ++j) {
    const auto multiple = static_cast<double>(d[j]);
    const Interval part = Interval{multiple, multiple} * q[j];
    angle.low += part.low, angle.high += part.high;
  }
  const Interval shifted{angle.low - pi / 2, angle.high - pi / 2};  // sin x = cos(x - pi/2)
  using enum FactorKind;
  switch (f.kind) {
    case cosine: return explicit_model::cosine(angle);
    case sine: return explicit_model::cosine(shifted);
    case cosine_squared: return square(explicit_model::cosine(angle));
    case sine_squared: return square(explicit_model::cosine(shifted));
    case sine_cosine:  // half the sine of twice the angle
      return Interval{0.5, 0.5} * explicit_model::cosine({2 * angle.low - pi / 2, 2 * angle.high - pi / 2});
  }
  return {-1, 1};
}

Interval range_of(Powers powers, const std::vector<Interval>& q) {
  Interval result{1, 1};
  for (std::size_t j = 0; powers != 0 && j < q.size(); ++j) {
    const int power = power_at(powers, static_cast<int>(j));
    for (int p = 0; p + 1 < power; p += 2) result = result * square(q[j]);
    if (power % 2 != 0) result = result * q[j];
  }
  return result;
}

Interval range_of(const Product& product, const std::vector<Interval>& q) {
  Interval result = range_of(product.powers, q);
  for (const Factor& f : product.factors) result = result * range_of(f, q);
  return result;
}

}  // namespace tauforge::explicit_model
