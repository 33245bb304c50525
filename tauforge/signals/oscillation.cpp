#include "tauforge/signals/oscillation.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tauforge::signals {

namespace {

// Samples at which it turns round, the first of the record among them: from each it goes back by more than `noise`.
std::vector<std::size_t> turns(std::span<const double> q, double noise) {
  std::vector<std::size_t> found{0};
  std::size_t far = 0;  // the farthest since the last turn
  int direction = 0;
  for (std::size_t k = 1; k < q.size(); ++k) {
    if (direction == 0) {
      if (std::abs(q[k] - q[0]) <= noise) continue;
      direction = q[k] > q[0] ? 1 : -1, far = k;
    } else if (direction * (q[k] - q[far]) > 0) {
      far = k;
    } else if (direction * (q[far] - q[k]) > noise) {
      found.push_back(far);
      direction = -direction, far = k;
    }
  }
  return found;
}

// When the samples from a to b pass a value.
double passes(std::span<const double> t, std::span<const double> q, std::size_t a, std::size_t b, double value) {
  const bool up = q[b] > q[a];
  std::size_t k = a + 1;
  while (k < b && (up ? q[k] < value : q[k] > value)) ++k;
  const double step = q[k] - q[k - 1];
  return t[k - 1] + (step != 0.0 ? (value - q[k - 1]) / step : 0.0) * (t[k] - t[k - 1]);
}

// (2) by least squares; with one pair alone there is no dry friction to see.
void fit_decay(const std::vector<double>& s, Oscillation& o) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (std::size_t k = 0; k + 1 < s.size(); ++k)
    n += 1, x += s[k], y += s[k + 1], xx += s[k] * s[k], xy += s[k] * s[k + 1];
  const double r = n > 1 ? (n * xy - x * y) / (n * xx - x * x) : y / x;
  // neither friction drives: beyond, the best fit with only the other
  const double dry = (r * x - y) / n;
  const double only_viscous = std::min(xy / xx, 1.0);
  const double kept = r > 1.0 ? 1.0 : dry < 0.0 ? only_viscous : r;
  if (!(kept > 0.0)) return;
  o.decay = 1.0 / (kept * kept);
  o.dry_shift = std::max(0.0, (kept * x - y) / n / (2.0 * (1.0 + kept)));
  if (n < 3) return;
  // the line s_k+1 = r s_k + i: variances of its slope and of its intercept, and their covariance
  const double intercept = (y - r * x) / n, spread = xx - x * x / n;
  double squares = 0;
  for (std::size_t k = 0; k + 1 < s.size(); ++k) squares += std::pow(s[k + 1] - r * s[k] - intercept, 2);
  const double variance = squares / (n - 2), of_r = variance / spread, mean = x / n;
  const double of_intercept = variance * (1 / n + mean * mean / spread), both = -mean * of_r;
  o.decay_error = 2.0 * std::sqrt(of_r) / std::pow(kept, 3);
  // c/K = -i / (2 (1 + r))
  const double by_i = -0.5 / (1 + kept), by_r = 0.5 * intercept / std::pow(1 + kept, 2);
  o.dry_shift_error =
      std::sqrt(std::max(0.0, by_i * by_i * of_intercept + by_r * by_r * of_r + 2 * by_i * by_r * both));
}

}  // namespace

std::optional<Oscillation> oscillation(std::span<const double> t, std::span<const double> q) {
  if (q.size() < 2 || t.size() != q.size()) return std::nullopt;
  const auto [low, high] = std::minmax_element(q.begin(), q.end());
  const std::vector<std::size_t> turn = turns(q, 0.02 * (*high - *low));
  std::vector<double> swing, middle;
  for (std::size_t k = 0; k + 1 < turn.size(); ++k) {
    const double from = q[turn[k]], to = q[turn[k + 1]];
    swing.push_back(std::abs(to - from));  // (1)
    middle.push_back(passes(t, q, turn[k], turn[k + 1], 0.5 * (from + to)));
  }
  if (swing.size() < 3) return std::nullopt;
  Oscillation o;
  o.swings = swing.size();
  const double halves = static_cast<double>(middle.size() - 1);
  o.period = 2.0 * (middle.back() - middle.front()) / halves;  // (3)
  double squares = 0;
  for (std::size_t k = 0; k + 1 < middle.size(); ++k)
    squares += std::pow(2.0 * (middle[k + 1] - middle[k]) - o.period, 2);
  o.period_error = std::sqrt(squares / (halves - 1.0) / halves);
  fit_decay(swing, o);
  return o;
}

}  // namespace tauforge::signals
