#include "tauforge/signals/break_away.h"

#include <algorithm>
#include <cmath>

#include "tauforge/signals/resolution.h"

namespace tauforge::signals {

std::vector<BreakAway> break_aways(std::span<const double> t, std::span<const double> q, std::span<const double> tau,
                                   double rest) {
  std::vector<BreakAway> found;
  if (q.empty()) return found;
  const auto [low, high] = std::minmax_element(q.begin(), q.end());
  const double step = resolution(q).value_or(1e-4 * (*high - *low));
  std::size_t since = 0, last = 0;  // it rests at q[since] since then, and was seen there last
  for (std::size_t k = 1; k < q.size(); ++k) {
    const double away = q[k] - q[since];
    if (std::abs(away) <= 1.5 * step) {
      if (std::abs(away) <= 0.5 * step) last = k;
      continue;
    }
    if (std::abs(away) <= 3.5 * step && t[k] - t[last] < rest) continue;  // it has begun to leave, or trembles
    if (t[last] - t[since] >= rest) found.push_back({t[last], q[since], tau[last], away > 0});
    since = last = k;
  }
  return found;
}

StaticFriction static_friction(const std::vector<BreakAway>& found, double begin) {
  struct Side {
    double n = 0, sum = 0, squares = 0;
    void add(double x) { n += 1, sum += x, squares += x * x; }
    double mean() const { return sum / n; }
    double variance_of_mean() const { return n > 1 ? std::max(0.0, squares / n - mean() * mean()) / (n - 1) : 0.0; }
  } up, down;
  for (const BreakAway& b : found) (b.up ? up : down).add(b.torque);
  StaticFriction f;
  f.up = static_cast<std::size_t>(up.n), f.down = static_cast<std::size_t>(down.n);
  if (up.n > 0 && down.n > 0) {
    f.level = 0.5 * (up.mean() - down.mean()), f.carried = 0.5 * (up.mean() + down.mean());  // (1)
    f.error = 0.5 * std::sqrt(up.variance_of_mean() + down.variance_of_mean());
  } else if (up.n + down.n > 0) {
    const Side& one = up.n > 0 ? up : down;
    f.level = std::abs(one.mean() - begin), f.carried = begin, f.error = std::sqrt(one.variance_of_mean());
  }
  return f;
}

}  // namespace tauforge::signals
