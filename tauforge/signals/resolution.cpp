#include "tauforge/signals/resolution.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tauforge::signals {

namespace {

constexpr std::size_t most_samples = 100000;
constexpr double few = 0.02;      // of the values may lie off the lattice
constexpr double finest = 1e-12;  // of the signal's span: below, it is the rounding of numbers

// Whether all but a few differences are whole multiples of the step.
bool is_lattice(const std::vector<double>& differences, double step) {
  std::size_t off = 0;
  for (const double d : differences) {
    const double multiple = d / step;
    if (multiple > 1e5 || std::abs(multiple - std::round(multiple)) > 0.05) ++off;
  }
  return static_cast<double>(off) <= few * static_cast<double>(differences.size());
}

}  // namespace

std::optional<double> resolution(std::span<const double> signal) {
  std::vector<double> values;
  const std::size_t thin = signal.size() / most_samples + 1;
  for (std::size_t k = 0; k < signal.size(); k += thin) values.push_back(signal[k]);
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.size() < 10) return std::nullopt;
  const double span = values.back() - values.front();
  std::vector<double> differences;
  for (std::size_t k = 1; k < values.size(); ++k)
    if (values[k] - values[k - 1] > finest * span) differences.push_back(values[k] - values[k - 1]);
  if (differences.size() < 9) return std::nullopt;
  std::vector<double> sorted = differences;
  std::sort(sorted.begin(), sorted.end());
  // the step is among the smallest differences; the very smallest may be a stray
  for (const double share : {0.0, 0.005, 0.02}) {
    const double guess = sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size()))];
    // the mean of those close to the guess is sharper than any of them
    double sum = 0.0;
    std::size_t count = 0;
    for (const double d : sorted)
      if (d < 1.2 * guess && d > 0.8 * guess) sum += d, ++count;
    const double step = sum / static_cast<double>(count);
    if (count >= 3 && is_lattice(differences, step)) return step;
  }
  return std::nullopt;
}

}  // namespace tauforge::signals
