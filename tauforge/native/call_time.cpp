#include "tauforge/native/call_time.h"

#include <alloca.h>
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "tauforge/native/quiet_core.h"

namespace tauforge::native {

namespace {

constexpr double round_nanoseconds = 1e5;
constexpr int rounds = 15;
constexpr double patience = 2e8;  // [ns] for rounds on a shared core

}  // namespace

Stopwatch thread_stopwatch(double seconds) {
  const auto core = std::make_shared<const QuietCore>(seconds);
  return {thread_nanoseconds, [core] { return core->is_quiet(); }};
}

Rounds::Rounds(Stopwatch watch, std::size_t states, Calls calls)
    : watch_(std::move(watch)), calls_(std::move(calls)), states_(states) {
  calls_(0, states_);
  const double begin = watch_.now();
  calls_(0, states_);
  const double per_state = std::max(watch_.now() - begin, 1.0) / static_cast<double>(states_);
  per_round_ = static_cast<std::size_t>(std::clamp(round_nanoseconds / per_state, 1.0, 1e7));
}

// Each round begins at another place of the stack. Loads that follow stores at the same place of another page wait for
// them, so code that keeps values on the stack can be 10 % slower where its stack happens to lie badly.
__attribute__((noinline)) Rounds::Round Rounds::take() {
  volatile char* const place = static_cast<char*>(alloca(static_cast<std::size_t>(1 + taken_++ * 13 % 64) * 64));
  place[0] = 0;
  const bool quiet_before = watch_.core_is_quiet();
  go(per_round_ / 4 + 1);  // warm: what ran before left nothing of it in the caches
  const double begin = watch_.now();
  go(per_round_);
  const double time = watch_.now() - begin;
  return {time / static_cast<double>(per_round_), quiet_before && watch_.core_is_quiet()};
}

void Rounds::go(std::size_t count) {
  while (count > 0) {
    const std::size_t some = std::min(count, states_ - next_);
    calls_(next_, next_ + some);
    next_ = (next_ + some) % states_;
    count -= some;
  }
}

CallTime call_time(const Stopwatch& watch, std::size_t states, const Calls& calls) {
  Rounds timed(watch, states, calls);
  const double end = watch.now() + patience;
  CallTime time{.nanoseconds = std::numeric_limits<double>::infinity()};
  for (; time.rounds < rounds; ++time.rounds) {
    Rounds::Round round = timed.take();
    while (!round.quiet && watch.now() < end) round = timed.take();
    time.nanoseconds = std::min(time.nanoseconds, round.nanoseconds);
    time.shared += !round.quiet;
  }
  return time;
}

std::string how_timed(std::span<const CallTime> times) {
  int all = 0, shared = 0;
  for (const CallTime& time : times) all += time.rounds, shared += time.shared;
  if (all == 0) return "";
  return fmt::format(
      "lowest of {} rounds by the thread's own clock, {}", rounds,
      shared == 0 ? "with the core to itself" : fmt::format("the core was shared in {} of all {} rounds", shared, all));
}

}  // namespace tauforge::native
