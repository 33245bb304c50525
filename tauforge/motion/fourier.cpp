#include "tauforge/motion/fourier.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "tauforge/diagnostic/require.h"

namespace tauforge::motion {

using diagnostic::require;

Fourier::Fourier(double period, std::vector<double> centre, std::vector<std::vector<double>> sine,
                 std::vector<std::vector<double>> cosine)
    : period_(period), centre_(std::move(centre)), sine_(std::move(sine)), cosine_(std::move(cosine)) {
  require(period > 0.0 && sine_.size() == centre_.size() && cosine_.size() == centre_.size(),
          "every joint has a centre and two series");
  for (std::size_t j = 0; j < sine_.size(); ++j)
    require(sine_[j].size() == cosine_[j].size(), "as many sines as cosines");
}

void Fourier::evaluate(double t, std::span<double> q, std::span<double> qd, std::span<double> qdd) const {
  const double w = 2.0 * std::numbers::pi / period_;
  std::size_t harmonics = 0;
  for (std::size_t j = 0; j < centre_.size(); ++j) {
    q[j] = centre_[j], qd[j] = qdd[j] = 0.0;
    harmonics = std::max(harmonics, sine_[j].size());
  }
  for (std::size_t l = 0; l < harmonics; ++l) {  // outside: sines and cosines are the same for all joints
    const double wl = w * static_cast<double>(l + 1), s = std::sin(wl * t), c = std::cos(wl * t);
    for (std::size_t j = 0; j < centre_.size(); ++j) {
      if (l >= sine_[j].size()) continue;
      const double a = sine_[j][l], b = cosine_[j][l];
      q[j] += (a * s - b * c) / wl;  // (1)
      qd[j] += a * c + b * s;
      qdd[j] += wl * (b * c - a * s);
    }
  }
}

Fourier faster(const Fourier& motion, double k) {
  auto sine = motion.sine(), cosine = motion.cosine();
  for (auto* series : {&sine, &cosine})
    for (auto& joint : *series)
      for (double& value : joint) value *= k;  // they are speeds
  return {motion.period() / k, motion.centre(), std::move(sine), std::move(cosine)};
}

void rest(std::vector<double>& sine, std::vector<double>& cosine) {
  // orthogonal projections onto sum a_l = 0 and sum l b_l = 0
  double sum_a = 0.0, sum_b = 0.0, squares = 0.0;
  for (std::size_t l = 0; l < sine.size(); ++l) {
    const auto order = static_cast<double>(l + 1);
    sum_a += sine[l], sum_b += order * cosine[l], squares += order * order;
  }
  for (std::size_t l = 0; l < sine.size(); ++l) {
    sine[l] -= sum_a / static_cast<double>(sine.size());
    cosine[l] -= static_cast<double>(l + 1) * sum_b / squares;
  }
}

}  // namespace tauforge::motion
