#include "tauforge/motion/sampled.h"

#include <algorithm>
#include <cmath>

#include "tauforge/diagnostic/require.h"
#include "tauforge/motion/quintic.h"

namespace tauforge::motion {

Sampled::Sampled(const Trajectory& motion, double period, bool endless)
    : joints_(motion.joints()), period_(period), duration_(motion.duration()), endless_(endless) {
  diagnostic::require(period > 0.0 && duration_ >= 0.0, "a period above zero");
  samples_ = static_cast<std::size_t>(std::ceil(duration_ / period - 1e-9)) + 1;
  values_.resize(3 * joints_ * samples_);
  const std::span<double> all(values_);
  for (std::size_t k = 0; k < samples_; ++k) {
    const std::span<double> here = all.subspan(3 * joints_ * k, 3 * joints_);
    motion.evaluate(std::min(static_cast<double>(k) * period, duration_), here.first(joints_),
                    here.subspan(joints_, joints_), here.last(joints_));
  }
}

void Sampled::evaluate(double t, std::span<double> q, std::span<double> qd, std::span<double> qdd) const noexcept {
  if (endless_ && t > duration_ && duration_ > 0.0) t -= duration_ * std::floor(t / duration_);
  const double place = std::max(t, 0.0) / period_, nearest = std::round(place);
  const bool on_a_sample = std::abs(place - nearest) < 1e-9;
  const double last = static_cast<double>(samples_ - 1);
  if (t > duration_ || (on_a_sample && nearest > last)) {
    std::copy_n(sample(samples_ - 1), joints_, q.begin());
    std::fill(qd.begin(), qd.end(), 0.0), std::fill(qdd.begin(), qdd.end(), 0.0);
    return;
  }
  const bool last_is_in_place = last * period_ - duration_ < 1e-9 * period_;
  if ((on_a_sample && (nearest < last || last_is_in_place)) || samples_ == 1) {
    const double* here = sample(static_cast<std::size_t>(std::min(nearest, last)));
    std::copy_n(here, joints_, q.begin());
    std::copy_n(here + joints_, joints_, qd.begin());
    std::copy_n(here + 2 * joints_, joints_, qdd.begin());
    return;
  }
  const auto k = std::min(static_cast<std::size_t>(place), samples_ - 2);
  const double *a = sample(k), *b = sample(k + 1), begin = static_cast<double>(k) * period_;
  const double h = std::min(period_, duration_ - begin), s = (t - begin) / h;  // the last piece may be shorter
  for (std::size_t j = 0; j < joints_; ++j) {
    const Derivatives d =
        between({a[j], a[joints_ + j], a[2 * joints_ + j]}, {b[j], b[joints_ + j], b[2 * joints_ + j]}, h, s);
    q[j] = d.x, qd[j] = d.v, qdd[j] = d.a;
  }
}

}  // namespace tauforge::motion
