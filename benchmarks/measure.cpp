#include "benchmarks/measure.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tauforge/native/call_time.h"

namespace tauforge::benchmarks {

namespace {

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
  constexpr int most_repeats = 100000;  // of all turns of a function together: some 20 s
  constexpr double watched = 3.0;       // [s] neighbours come and go within one
  static const native::Stopwatch watch = native::thread_stopwatch(watched);
  const std::size_t states = subject.states.count;
  std::vector<native::Rounds> turns;
  std::vector<std::vector<double>> times(contenders.size());
  std::vector<Measurement> result(contenders.size());
  for (const Contender& c : contenders) turns.emplace_back(watch, states, c.run);
  int repeats = 0;
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      native::Rounds::Round turn = turns[i].take();
      for (; !turn.quiet && repeats < most_repeats; ++repeats) turn = turns[i].take();
      times[i].push_back(turn.nanoseconds);
      result[i].shared_turns += !turn.quiet;
    }
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    result[i].nanoseconds = median(times[i]);
    result[i].deviation = deviation(contenders[i], subject, function);
  }
  return result;
}

}  // namespace tauforge::benchmarks
