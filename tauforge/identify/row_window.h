// How many samples make a row of the observation: no robot arm has more to say than so many rows a second.
#pragma once

#include <algorithm>
#include <cstddef>

namespace tauforge::identify {

constexpr double rows_per_second = 200.0;

// `period`: the usual time between two samples [s].
inline std::size_t usual_window(double period) {
  const double rate = period > 0.0 ? 1.0 / period : 0.0;
  return std::max<std::size_t>(1, static_cast<std::size_t>(rate / rows_per_second));
}

}  // namespace tauforge::identify
