#include "tauforge/identify/alarm_threshold.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace tauforge::identify {

namespace {

constexpr std::size_t fewest_peaks = 10, most_peaks = 200;

// (1), absolute, without the beginning, where the low-pass still comes up from zero.
std::vector<double> filtered(const std::vector<double>& errors, double period, double gain) {
  const double a = gain * period;
  const auto begin = static_cast<std::size_t>(std::ceil(5.0 / a));
  std::vector<double> sizes;
  double r = 0.0;
  for (std::size_t k = 0; k < errors.size(); ++k) {
    r = (r + a * errors[k]) / (1.0 + a);
    if (k >= begin) sizes.push_back(std::abs(r));
  }
  return sizes;
}

// Largest values of the clusters above a level (2).
std::vector<double> peaks_above(const ErrorSeries& sizes, double level, std::size_t gap) {
  std::vector<double> peaks;
  for (const auto& series : sizes) {
    std::size_t last = 0;
    bool any = false;
    for (std::size_t k = 0; k < series.size(); ++k) {
      if (!(series[k] > level)) continue;
      if (any && k - last <= gap)
        peaks.back() = std::max(peaks.back(), series[k]);
      else
        peaks.push_back(series[k]);
      last = k, any = true;
    }
  }
  return peaks;
}

// Shape of a generalised Pareto distribution of the excesses by probability-weighted moments, in units of what it may differ
// from zero by for an exponential one: xi = 2 - a0 / (a0 - 2 a1), a1 = mean of (1 - p) x; its variance is then 4 / (3 n).
double heaviness(std::vector<double> excesses) {
  std::sort(excesses.begin(), excesses.end());
  const auto n = static_cast<double>(excesses.size());
  double a0 = 0.0, a1 = 0.0;
  for (std::size_t i = 0; i < excesses.size(); ++i) {
    a0 += excesses[i] / n;
    a1 += excesses[i] * (n - 1.0 - static_cast<double>(i)) / (n * (n - 1.0));
  }
  return (2.0 - a0 / (a0 - 2.0 * a1)) * std::sqrt(0.75 * n);
}

}  // namespace

std::optional<AlarmThreshold> alarm_threshold(const ErrorSeries& errors, double period, const AlarmSettings& settings) {
  ErrorSeries sizes;
  std::vector<double> all;
  for (const auto& series : errors) {
    sizes.push_back(filtered(series, period, settings.gain));
    all.insert(all.end(), sizes.back().begin(), sizes.back().end());
  }
  AlarmThreshold found;
  found.seconds = static_cast<double>(all.size()) * period;
  const double stretches = found.seconds * settings.gain / 3.0;  // that hardly know of each other
  const auto wanted = std::min(most_peaks, static_cast<std::size_t>(stretches / 30.0));
  if (wanted < fewest_peaks) return std::nullopt;
  std::sort(all.begin(), all.end(), std::greater<>());
  found.largest = all.front();
  const auto gap = static_cast<std::size_t>(std::ceil(2.0 / (settings.gain * period)));
  std::vector<double> peaks;
  for (std::size_t k = wanted; k < all.size() / 4; k += 1 + k / 20) {  // (3)
    found.level = all[k];
    peaks = peaks_above(sizes, found.level, gap);
    if (peaks.size() >= wanted) break;
  }
  if (peaks.size() < fewest_peaks) return std::nullopt;
  for (double& peak : peaks) peak -= found.level, found.excess += peak;
  found.peaks = peaks.size();
  found.excess /= static_cast<double>(found.peaks);  // (4)
  found.heavy = heaviness(peaks) > 2.0;
  const double frequency = static_cast<double>(found.peaks) / found.seconds;
  found.torque = std::max(found.largest, found.level + found.excess * std::log(frequency / settings.rate));  // (5)
  return found;
}

std::vector<std::optional<AlarmThreshold>> alarm_thresholds(const std::vector<Validation>& logs,
                                                            const AlarmSettings& settings) {
  std::vector<std::optional<AlarmThreshold>> all;
  if (logs.empty()) return all;
  for (std::size_t j = 0; j < logs.front().torque.size(); ++j) {
    ErrorSeries errors;
    double period = 0.0;
    for (const Validation& log : logs)
      for (const auto& stretch : log.samples.stretches) {
        if (stretch.size() < 2) continue;
        std::vector<double> series;
        for (std::size_t k = stretch.begin; k < stretch.end; ++k)
          series.push_back(log.torque[j][k] - log.prediction[j][k]);
        period = std::max(period, (log.samples.t[stretch.end - 1] - log.samples.t[stretch.begin]) /
                                      static_cast<double>(stretch.size() - 1));
        errors.push_back(std::move(series));
      }
    all.push_back(errors.empty() ? std::nullopt : alarm_threshold(errors, period, settings));
  }
  return all;
}

}  // namespace tauforge::identify
