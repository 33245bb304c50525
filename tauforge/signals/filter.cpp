#include "tauforge/signals/filter.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tauforge/diagnostic/require.h"

namespace tauforge::signals {

namespace {

constexpr double pi = std::numbers::pi;

bool passes_everything(const Butterworth& filter, double period) {
  return filter.order <= 0 || filter.cutoff_hz <= 0.0 || filter.cutoff_hz * period >= 0.5;
}

// In place, beginning as if the signal had always been what its first sample is.
void run(const Section& s, std::vector<double>& x) {
  const double gain = (s.b0 + s.b1 + s.b2) / (1.0 + s.a1 + s.a2);
  const double first = x.front();
  // transposed direct form II: two delays z1, z2, here in their steady state
  double z1 = (gain - s.b0) * first, z2 = (s.b2 - s.a2 * gain) * first;
  for (double& value : x) {
    const double in = value;
    value = s.b0 * in + z1;
    z1 = s.b1 * in - s.a1 * value + z2;
    z2 = s.b2 * in - s.a2 * value;
  }
}

// Samples until what came before is forgotten to about 1e-8: the slowest pole decides.
std::size_t settling(const std::vector<Section>& all) {
  double radius = 0.0;
  for (const Section& s : all) {
    const double discriminant = 0.25 * s.a1 * s.a1 - s.a2;
    radius = std::max(radius, discriminant < 0.0 ? std::sqrt(s.a2) : std::abs(0.5 * s.a1) + std::sqrt(discriminant));
  }
  constexpr double longest = 1e7;
  return static_cast<std::size_t>(std::min(longest, std::ceil(-18.4 / std::log(std::min(radius, 1.0 - 1e-12)))));
}

}  // namespace

std::vector<Section> sections(const Butterworth& filter, double period) {
  if (passes_everything(filter, period)) return {};
  const double w = std::tan(pi * filter.cutoff_hz * period);  // cut-off before the bilinear transform
  std::vector<Section> all;
  for (int k = 0; k < filter.order / 2; ++k) {
    // a pair of poles of the analogue filter: s^2 + 2 w sin(angle) s + w^2
    const double angle = pi * (2.0 * k + 1.0) / (2.0 * filter.order), damping = 2.0 * std::sin(angle);
    const double scale = 1.0 / (1.0 + damping * w + w * w), b = w * w * scale;
    all.push_back({b, 2.0 * b, b, 2.0 * (w * w - 1.0) * scale, (1.0 - damping * w + w * w) * scale});
  }
  if (filter.order % 2 == 1) all.push_back({w / (1.0 + w), w / (1.0 + w), 0.0, (w - 1.0) / (w + 1.0), 0.0});
  return all;
}

double zero_phase_gain(const Butterworth& filter, double period, double frequency_hz) {
  if (passes_everything(filter, period)) return 1.0;
  const double ratio = std::tan(pi * frequency_hz * period) / std::tan(pi * filter.cutoff_hz * period);
  return 1.0 / (1.0 + std::pow(ratio * ratio, filter.order));  // (1)
}

std::vector<double> zero_phase(const Butterworth& filter, double period, std::span<const double> x) {
  const std::vector<Section> all = sections(filter, period);
  if (all.empty() || x.size() < 2) return {x.begin(), x.end()};
  const std::size_t n = x.size(), pad = std::min(n - 1, settling(all));
  std::vector<double> y(n + 2 * pad);
  for (std::size_t k = 0; k < pad; ++k) {
    y[k] = 2.0 * x[0] - x[pad - k];
    y[pad + n + k] = 2.0 * x[n - 1] - x[n - 2 - k];
  }
  std::copy(x.begin(), x.end(), y.begin() + static_cast<std::ptrdiff_t>(pad));
  for (int direction = 0; direction < 2; ++direction) {
    for (const Section& s : all) run(s, y);
    std::reverse(y.begin(), y.end());
  }
  const auto begin = y.begin() + static_cast<std::ptrdiff_t>(pad);
  return {begin, begin + static_cast<std::ptrdiff_t>(n)};
}

std::vector<double> every(std::size_t k, std::span<const double> x) {
  diagnostic::require(k > 0, "every k-th sample has a k");
  std::vector<double> kept;
  kept.reserve(x.size() / k + 1);
  for (std::size_t i = 0; i < x.size(); i += k) kept.push_back(x[i]);
  return kept;
}

}  // namespace tauforge::signals
