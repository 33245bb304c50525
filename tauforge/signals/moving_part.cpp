#include "tauforge/signals/moving_part.h"

#include <algorithm>
#include <cmath>

namespace tauforge::signals {

recording::Recording moving_part(const recording::Recording& log) {
  const std::size_t n = log.samples();
  if (n < 3) return log;
  constexpr double left = 0.01;
  std::size_t first = n, last = 0;
  for (const auto& q : log.q) {
    const auto [low, high] = std::minmax_element(q.begin(), q.end());
    const double far = left * (*high - *low);
    if (far <= 0.0) continue;
    std::size_t begin = 0, end = n - 1;
    while (begin < n && std::abs(q[begin] - q.front()) <= far) ++begin;
    while (end > 0 && std::abs(q[end] - q.back()) <= far) --end;
    first = std::min(first, begin), last = std::max(last, end);
  }
  if (first >= last) return log;
  return recording::slice(log, first, last + 1);
}

}  // namespace tauforge::signals
