#include "benchmarks/measure.h"

#include <alloca.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "benchmarks/quiet_core.h"

namespace tauforge::benchmarks {

namespace {

// Runs a contender for a while, going on through the states where the last turn stopped.
class Turns {
 public:
  Turns(const Contender& contender, std::size_t states) : contender_(contender), states_(states) {
    contender_.run(0, states_);
    const double begin = thread_nanoseconds();
    contender_.run(0, states_);
    const double per_state = (thread_nanoseconds() - begin) / static_cast<double>(states_);
    per_turn_ = static_cast<std::size_t>(std::clamp(wanted / per_state, 1.0, 1e7));
  }

  struct Turn {
    double nanoseconds;  // per state
    bool quiet;          // the core was not shared
  };

  // Each round begins at another place of the stack. Loads that follow stores at the same place of another page wait for
  // them, so code that keeps values on the stack can be 10 % slower where its stack happens to lie badly.
  __attribute__((noinline)) Turn take(const QuietCore& core, int round) {
    volatile char* const place = static_cast<char*>(alloca(static_cast<std::size_t>(1 + round * 13 % 64) * 64));
    place[0] = 0;
    const bool quiet_before = core.is_quiet();
    go(per_turn_ / 4 + 1);  // warm: the contenders before it left nothing of it in the caches
    const double begin = thread_nanoseconds();
    go(per_turn_);
    const double time = thread_nanoseconds() - begin;
    return {time / static_cast<double>(per_turn_), quiet_before && core.is_quiet()};
  }

 private:
  static constexpr double wanted = 1e5;  // [ns] long for the clock, short against the time between two interruptions

  void go(std::size_t count) {
    while (count > 0) {
      const std::size_t some = std::min(count, states_ - next_);
      contender_.run(next_, next_ + some);
      next_ = (next_ + some) % states_;
      count -= some;
    }
  }

  const Contender& contender_;
  std::size_t states_, per_turn_ = 1, next_ = 0;
};

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
  static const QuietCore core;
  const std::size_t states = subject.states.count;
  std::vector<Turns> turns;
  std::vector<std::vector<double>> times(contenders.size());
  std::vector<Measurement> result(contenders.size());
  for (const Contender& c : contenders) turns.emplace_back(c, states);
  int repeats = 0;
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      Turns::Turn turn = turns[i].take(core, round);
      for (; !turn.quiet && repeats < most_repeats; ++repeats) turn = turns[i].take(core, round);
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
