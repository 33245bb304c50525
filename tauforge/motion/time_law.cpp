#include "tauforge/motion/time_law.h"

#include <cmath>
#include <numbers>
#include <utility>

#include "tauforge/diagnostic/require.h"

namespace tauforge::motion {

Way way(TimeLaw law, double u) {
  if (u < 0.0) return {};
  if (u > 1.0) return {1.0, 0.0, 0.0};
  const double r = 1.0 - u;  // all laws are symmetric, and their derivatives factor with it
  switch (law) {
    case TimeLaw::ramp: return {u, 1.0, 0.0};                                           // (1)
    case TimeLaw::cubic: return {u * u * (3.0 - 2.0 * u), 6.0 * u * r, 6.0 * (r - u)};  // (2)
    case TimeLaw::poly345:                                                              // (3)
      return {u * u * u * (10.0 + u * (6.0 * u - 15.0)), 30.0 * u * u * r * r, 60.0 * u * r * (r - u)};
    case TimeLaw::poly4567:  // (4)
      return {u * u * u * u * (35.0 + u * (-84.0 + u * (70.0 - 20.0 * u))), 140.0 * u * u * u * r * r * r,
              420.0 * u * u * r * r * (r - u)};
    case TimeLaw::cycloid: {  // (5)
      const double w = 2.0 * std::numbers::pi;
      return {u - std::sin(w * u) / w, 1.0 - std::cos(w * u), w * std::sin(w * u)};
    }
  }
  return {};
}

PointToPoint::PointToPoint(std::vector<double> from, std::vector<double> to, double seconds, TimeLaw law)
    : from_(std::move(from)), to_(std::move(to)), seconds_(seconds), law_(law) {
  diagnostic::require(from_.size() == to_.size() && seconds > 0.0,
                      "as many joints at the end, and a duration above zero");
}

void PointToPoint::evaluate(double t, std::span<double> q, std::span<double> qd, std::span<double> qdd) const {
  const Way x = way(law_, t / seconds_);
  for (std::size_t j = 0; j < from_.size(); ++j) {
    const double d = to_[j] - from_[j];
    q[j] = from_[j] + d * x.s;
    qd[j] = d * x.sd / seconds_;
    qdd[j] = d * x.sdd / (seconds_ * seconds_);
  }
}

}  // namespace tauforge::motion
