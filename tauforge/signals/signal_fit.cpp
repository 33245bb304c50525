#include "tauforge/signals/signal_fit.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "tauforge/recording/resample.h"

namespace tauforge::signals {

namespace {

using recording::Stretch;
using Series = std::vector<double>;

constexpr std::size_t most_reversals = 200;
constexpr std::size_t shortest_side = 6;      // samples before and after
constexpr double longest_side = 0.25;         // [s]
constexpr double slow = 0.25, smooth = 0.02;  // of the joint's largest speed: the window, and v
constexpr int most_steps = 40;                // delays tried to each side

double dot_product(const Series& a, const Series& b) {
  double sum = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

// Parabolas over n equidistant samples, orthonormal.
std::array<Series, 3> curves(std::size_t n) {
  std::array<Series, 3> basis;
  for (std::size_t degree = 0; degree < basis.size(); ++degree) {
    Series& p = basis[degree];
    for (std::size_t k = 0; k < n; ++k)
      p.push_back(
          std::pow(2.0 * static_cast<double>(k) / static_cast<double>(n - 1) - 1.0, static_cast<double>(degree)));
    for (std::size_t lower = 0; lower < degree; ++lower) {
      const double along = dot_product(p, basis[lower]);
      for (std::size_t k = 0; k < n; ++k) p[k] -= along * basis[lower][k];
    }
    const double length = std::sqrt(dot_product(p, p));
    for (double& value : p) value /= length;
  }
  return basis;
}

void remove(const std::array<Series, 3>& basis, Series& x) {
  for (const Series& b : basis) {
    const double along = dot_product(b, x);
    for (std::size_t k = 0; k < x.size(); ++k) x[k] -= along * b[k];
  }
}

// Windows about the moments at which a joint turns round: slow inside, and moving both ways.
std::vector<Stretch> reversals(const Samples& s, const Series& qd, double largest, std::size_t margin) {
  std::vector<Stretch> found;
  const auto longest = std::max(shortest_side + 1, static_cast<std::size_t>(longest_side / s.period));
  for (const Stretch& stretch : s.stretches)
    for (std::size_t k = stretch.begin + 1; k < stretch.end && found.size() < most_reversals; ++k) {
      if (!(qd[k - 1] < 0.0) == !(qd[k] < 0.0)) continue;
      std::size_t begin = k, end = k;
      while (begin > stretch.begin && k - begin < longest && std::abs(qd[begin - 1]) < slow * largest) --begin;
      while (end < stretch.end && end - k < longest && std::abs(qd[end]) < slow * largest) ++end;
      const std::size_t side = std::min(k - begin, end - k);  // as much before as after
      begin = k - side, end = k + side;
      if (side < shortest_side || begin < stretch.begin + margin || end + margin > stretch.end) continue;
      const double turn = std::min(std::abs(qd[begin]), std::abs(qd[end - 1]));
      if (turn > 2.0 * smooth * largest && qd[begin] * qd[end - 1] < 0.0) found.push_back({begin, end});
    }
  return found;
}

}  // namespace

std::vector<ReversalFit> fit_reversals(const Samples& s, double longest_delay) {
  const int steps = std::clamp(static_cast<int>(std::ceil(2.0 * longest_delay / s.period)), 1, most_steps);
  const double step = longest_delay / steps;
  const auto margin = static_cast<std::size_t>(std::ceil(longest_delay / s.period)) + 1;
  std::vector<ReversalFit> fits;
  for (std::size_t j = 0; j < s.effort.size(); ++j) {
    ReversalFit& fit = fits.emplace_back();
    double largest = 0.0;
    for (const double v : s.qd[j]) largest = std::max(largest, std::abs(v));
    const std::vector<Stretch> windows = reversals(s, s.qd[j], largest, margin);
    fit.reversals = windows.size();
    if (windows.empty()) continue;
    // per delay: sums over all windows of step.step, step.effort, effort.effort, smooth curves taken out
    const std::size_t tried = 2 * static_cast<std::size_t>(steps) + 1;
    double own = 0.0;
    Series both(tried, 0.0), other(tried, 0.0);
    for (const Stretch& w : windows) {
      const auto basis = curves(w.size());
      Series friction, times(w.size());
      for (std::size_t k = w.begin; k < w.end; ++k) friction.push_back(std::tanh(s.qd[j][k] / (smooth * largest)));
      remove(basis, friction);
      own += dot_product(friction, friction);
      for (std::size_t d = 0; d < tried; ++d) {
        const double delay = (static_cast<double>(d) - steps) * step;
        for (std::size_t k = 0; k < w.size(); ++k) times[k] = s.t[w.begin + k] + delay;
        Series effort = recording::by_lines(s.t, s.effort[j], times);
        remove(basis, effort);
        both[d] += dot_product(friction, effort), other[d] += dot_product(effort, effort);
      }
    }
    Series explained(tried, 0.0);
    for (std::size_t d = 0; d < tried; ++d)
      if (own > 0.0 && other[d] > 0.0) explained[d] = both[d] * both[d] / (own * other[d]);
    const auto best =
        static_cast<std::size_t>(std::max_element(explained.begin(), explained.end()) - explained.begin());
    fit.explained = explained[best], fit.undelayed = explained[static_cast<std::size_t>(steps)];
    fit.friction = own > 0.0 ? both[best] / own : 0.0;
    double between = 0.0;  // the top of the parabola through the best and its neighbours
    if (best > 0 && best + 1 < tried) {
      const double bend = explained[best - 1] - 2.0 * explained[best] + explained[best + 1];
      if (bend < 0.0) between = 0.5 * (explained[best - 1] - explained[best + 1]) / bend;
    }
    fit.delay = (static_cast<double>(best) - steps + between) * step;
  }
  return fits;
}

}  // namespace tauforge::signals
