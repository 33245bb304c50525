#include "tauforge/motion/sampled.h"

#include <algorithm>
#include <cmath>

#include "tauforge/diagnostic/require.h"

namespace tauforge::motion {

Sampled::Sampled(const Trajectory& motion, double period)
    : joints_(motion.joints()), period_(period), duration_(motion.duration()) {
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
  const double place = std::max(t, 0.0) / period_, nearest = std::round(place);
  const bool on_a_sample = std::abs(place - nearest) < 1e-9;
  const double last = static_cast<double>(samples_ - 1);
  if (t > duration_ || (on_a_sample && nearest > last)) {
    std::copy_n(sample(samples_ - 1), joints_, q.begin());
    std::fill(qd.begin(), qd.end(), 0.0), std::fill(qdd.begin(), qdd.end(), 0.0);
    return;
  }
  if (on_a_sample || samples_ == 1) {
    const double* here = sample(static_cast<std::size_t>(std::min(nearest, last)));
    std::copy_n(here, joints_, q.begin());
    std::copy_n(here + joints_, joints_, qd.begin());
    std::copy_n(here + 2 * joints_, joints_, qdd.begin());
    return;
  }
  const auto k = std::min(static_cast<std::size_t>(place), samples_ - 2);
  const double *a = sample(k), *b = sample(k + 1), h = period_, s = place - static_cast<double>(k);
  for (std::size_t j = 0; j < joints_; ++j) {
    // what is left at the far end after going on from the near one, spread over s^3, s^4, s^5
    const double q0 = a[j], v0 = h * a[joints_ + j], a0 = h * h * a[2 * joints_ + j];
    const double D = b[j] - q0 - v0 - a0 / 2, V = h * b[joints_ + j] - v0 - a0, A = h * h * b[2 * joints_ + j] - a0;
    const double c3 = 10 * D - 4 * V + A / 2, c4 = -15 * D + 7 * V - A, c5 = 6 * D - 3 * V + A / 2;
    q[j] = q0 + s * (v0 + s * (a0 / 2 + s * (c3 + s * (c4 + s * c5))));
    qd[j] = (v0 + s * (a0 + s * (3 * c3 + s * (4 * c4 + s * 5 * c5)))) / h;
    qdd[j] = (a0 + s * (6 * c3 + s * (12 * c4 + s * 20 * c5))) / (h * h);
  }
}

}  // namespace tauforge::motion
