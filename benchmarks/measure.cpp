#include "benchmarks/measure.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace tauforge::benchmarks {

namespace {

using Clock = std::chrono::steady_clock;

double nanoseconds(const Contender& contender, std::size_t states, std::size_t repetitions) {
  const auto begin = Clock::now();
  for (std::size_t r = 0; r < repetitions; ++r) contender.run(0, states);
  const std::chrono::duration<double, std::nano> time = Clock::now() - begin;
  return time.count() / static_cast<double>(states * repetitions);
}

// Long enough for the clock, short enough to lie between two interruptions mostly.
std::size_t repetitions_for(const Contender& contender, std::size_t states) {
  constexpr double wanted = 2e5;  // [ns]
  nanoseconds(contender, states, 1);
  const double once = nanoseconds(contender, states, 1) * static_cast<double>(states);
  return static_cast<std::size_t>(std::clamp(wanted / once, 1.0, 1e6));
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

double deviation(const Contender& contender, const Subject& subject, Function function) {
  double most = 0;
  for (std::size_t k = 0; k < subject.states.count; ++k) {
    const std::vector<double> expected = subject.expected(function, k), result = contender.result(k);
    double scale = 0, difference = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      scale = std::max(scale, std::abs(expected[i]));
      const double d = i < result.size() ? std::abs(result[i] - expected[i]) : std::numeric_limits<double>::infinity();
      difference = std::isnan(d) ? std::numeric_limits<double>::infinity() : std::max(difference, d);
    }
    most = std::max(most, difference / scale);
  }
  return most;
}

}  // namespace

std::vector<Measurement> measure(const std::vector<Contender>& contenders, const Subject& subject, Function function,
                                 int rounds) {
  const std::size_t states = subject.states.count;
  std::vector<std::size_t> repetitions;
  std::vector<std::vector<double>> times(contenders.size());
  for (const Contender& c : contenders) repetitions.push_back(repetitions_for(c, states));
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      contenders[i].run(0, states);  // warm
      times[i].push_back(nanoseconds(contenders[i], states, repetitions[i]));
    }
  std::vector<Measurement> result;
  for (std::size_t i = 0; i < contenders.size(); ++i)
    result.push_back({median(times[i]), deviation(contenders[i], subject, function)});
  return result;
}

}  // namespace tauforge::benchmarks
