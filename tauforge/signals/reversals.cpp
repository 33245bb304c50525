#include "tauforge/signals/reversals.h"

#include <algorithm>
#include <cmath>

namespace tauforge::signals {

NearReversals near_reversals(const Samples& samples, std::size_t reach) {
  NearReversals near;
  for (const std::vector<double>& qd : samples.qd) {
    std::vector<bool>& of_drive = near.emplace_back(qd.size(), false);
    for (const recording::Stretch& s : samples.stretches) {
      const auto mark = [&](std::size_t from, std::size_t to) {
        std::fill(of_drive.begin() + static_cast<std::ptrdiff_t>(std::max(from, s.begin)),
                  of_drive.begin() + static_cast<std::ptrdiff_t>(std::min(to, s.end)), true);
      };
      mark(s.begin, s.begin + reach), mark(s.end - std::min(s.end, reach), s.end);  // it may turn just outside
      for (std::size_t k = s.begin; k < s.end; ++k) {
        if (qd[k] == 0.0) mark(k - std::min(k, reach), k + reach + 1);
        if (k > s.begin && qd[k - 1] * qd[k] < 0.0) mark(k - std::min(k, reach), k + reach);
      }
    }
  }
  return near;
}

std::size_t blurred_samples(const Preparation& how, double period) {
  constexpr std::size_t of_differences = 2;
  constexpr double half_rise = 0.25;  // of the filter's step response, in periods of the cut-off
  const double cutoff = how.motion.cutoff_hz;
  if (!(cutoff > 0.0) || !(period > 0.0)) return of_differences;
  return of_differences + static_cast<std::size_t>(std::ceil(half_rise / (cutoff * period)));
}

}  // namespace tauforge::signals
