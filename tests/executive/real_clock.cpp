// Real threads on the real clock. How long things take is the machine's affair, so no time is asserted: only counts,
// orders, and what the referee of virtual time says about every step. Faults are made by sleeping for
// longer than a period, which no machine can make shorter.
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <vector>

#include "referee.h"
#include "tauforge/executive/clock.h"
#include "tauforge/executive/mailbox.h"
#include "tauforge/executive/realtime_executive.h"

namespace {

using namespace tauforge::executive;
using namespace tauforge::executive::test;

constexpr Nanoseconds period = 1'000'000;

void sleep_for(Nanoseconds time) { sleep_until(clock_now() + time); }

// Publishes whole models; some runs hang.
struct Background : BackgroundTask {
  std::map<std::uint64_t, Nanoseconds> hangs = {};  // by run
  bool fails = false;
  Mailbox<Model> mailbox;
  std::atomic<std::uint64_t> runs{0};

  void begin(Nanoseconds now) noexcept override {
    mailbox.draft().made_at = now;
    mailbox.draft().first_half = ++runs;
    if (hangs.contains(runs)) sleep_for(hangs[runs]);
  }
  bool finish(Nanoseconds) noexcept override {
    mailbox.draft().second_half = runs;
    if (!fails) mailbox.publish();
    return !fails;
  }
};

struct Loop : SynchronousTask {
  std::vector<Background*> background;
  std::map<std::size_t, std::function<void()>> faults;  // by step: what happens in it
  std::vector<Applied> applied;
  std::size_t steps = 0, torn = 0, backwards = 0;

  Nanoseconds receive(Nanoseconds) noexcept override {
    if (const auto found = faults.find(steps++); found != faults.end()) found->second();
    Nanoseconds oldest = background.empty() ? 0 : INT64_MAX;
    for (Background* b : background) {
      const Model& model = b->mailbox.latest();
      torn += model.first_half != model.second_half;
      oldest = std::min(oldest, model.made_at);
    }
    backwards += oldest < oldest_;
    return oldest_ = oldest;
  }
  void full(Nanoseconds) noexcept override { command_ = Action::full; }
  void degraded(Nanoseconds) noexcept override { command_ = Action::degraded; }
  void stop(Nanoseconds) noexcept override { command_ = Action::stop; }
  void apply(Nanoseconds now) noexcept override { applied.push_back({now, command_}); }

 private:
  Nanoseconds oldest_ = 0;
  Action command_ = Action::hold;
};

struct Recorded : Observer {
  std::vector<Sample> samples;
  std::function<void()> then = [] {};  // after each look
  void observe(std::span<const Sample> news) override {
    samples.insert(samples.end(), news.begin(), news.end());
    then();
  }
};

constexpr Nanoseconds for_ever = INT64_MAX / 2;

// However long a busy machine takes for them.
void run_steps(RealtimeExecutive& executive, Recorded& recorded, std::size_t steps) {
  recorded.then = [&executive, &recorded, steps] {
    if (recorded.samples.size() >= steps) executive.stop();
  };
  executive.run(for_ever);
}

// What every run has to satisfy. The last step is that of leaving: a stop that no policy asked for.
void check(const Policies& policies, const Loop& loop, const Recorded& recorded, Seen& seen,
           std::optional<std::size_t> acknowledged_in_step = {}) {
  ASSERT_FALSE(loop.applied.empty());
  EXPECT_EQ(loop.applied.back().command, Action::stop);
  EXPECT_EQ(loop.torn, 0u);
  EXPECT_EQ(loop.backwards, 0u);
  std::vector<std::int64_t> acknowledged;
  if (acknowledged_in_step) acknowledged = {recorded.samples.at(*acknowledged_in_step + 1).release / period};
  EXPECT_EQ(recorded.samples.back().action, Action::stop);
  const std::span<const Applied> by_steps(loop.applied.data(), loop.applied.size() - 1);
  const std::vector<Sample> before(recorded.samples.begin(), recorded.samples.end() - 1);
  const char* fault = judge({policies, period, before, acknowledged, by_steps}, seen);
  EXPECT_EQ(fault, nullptr) << fault;
  for (std::size_t k = 1; k < recorded.samples.size(); ++k)
    EXPECT_GT(recorded.samples[k].begin, recorded.samples[k - 1].begin);
  EXPECT_EQ(recorded.samples.size(), loop.steps);
}

TEST(RealClock, AccountsForEveryReleaseAndGivesWholeModels) {
  Background first, second;
  Loop loop;
  loop.background = {&first, &second};
  Recorded recorded;
  const Policies policies{.overrun = OverrunPolicy::skip, .age_bound = 1'000'000'000};
  RealtimeExecutive executive(loop, period, policies, {}, recorded);
  executive.add(first, 1 * period);
  executive.add(second, 3 * period);
  executive.run(100 * period);
  Seen seen;
  check(policies, loop, recorded, seen);
  const Sample& last = recorded.samples.at(recorded.samples.size() - 2);
  EXPECT_LE(last.release, 100 * period);
  EXPECT_GT(last.release + (1 + last.lost) * period, 100 * period);  // no release up to the end is unaccounted for
  EXPECT_EQ(executive.dropped(), 0u);
  ASSERT_EQ(executive.background().size(), 2u);
  EXPECT_EQ(executive.background()[0].computation.count(), first.runs);
  EXPECT_EQ(executive.background()[1].computation.count(), second.runs);
  EXPECT_FALSE(executive.permissions().empty());
}

TEST(RealClock, FollowsEveryPolicyAsVirtualTimeDoes) {
  Seen seen;
  for (int k = 0; k < 12; ++k) {
    const Policies policies{.overrun = static_cast<OverrunPolicy>(k % 4),
                            .recovery = 3,
                            .age = static_cast<AgePolicy>(k / 4),
                            .age_bound = 20 * period};
    Background background;
    background.hangs = {{3, 60 * period}};  // its model grows older than the bound meanwhile
    Loop loop;
    loop.background = {&background};
    Recorded recorded;
    RealtimeExecutive executive(loop, period, policies, {.lock_memory = false}, recorded);
    executive.add(background, 5 * period);
    loop.faults[4] = [] { sleep_for(3 * period); };
    loop.faults[8] = [&] { executive.acknowledge(); };
    run_steps(executive, recorded, 120);
    check(policies, loop, recorded, seen, 8);
    EXPECT_FALSE(HasFailure()) << "overrun policy " << k % 4 << ", age policy " << k / 4;
  }
  for (const std::uint64_t n : seen.overruns) EXPECT_GE(n, 3u);
  for (const std::uint64_t n : seen.too_old) EXPECT_GE(n, 1u);
  EXPECT_GE(seen.left_stop, 3u);
}

// Begins and ends of every run, by the clock of the executive.
struct Turns : BackgroundTask {
  std::vector<Nanoseconds> begun, finished;
  void begin(Nanoseconds now) noexcept override {
    begun.push_back(now);
    if (begun.size() == 3) sleep_for(40 * period);
  }
  bool finish(Nanoseconds now) noexcept override { return finished.push_back(now), true; }
};

TEST(RealClock, TurnsThatPassWhileABackgroundTaskHangsAreLeftOutNotCaughtUp) {
  Turns turns;
  Loop loop;
  Recorded recorded;
  RealtimeExecutive executive(loop, period, {.age_bound = INT64_MAX}, {}, recorded);
  executive.add(turns, period);
  run_steps(executive, recorded, 120);
  ASSERT_GT(turns.begun.size(), 4u);
  // however late a thread is woken, it begins no earlier than with the first turn after the end of the run before
  for (std::size_t k = 0; k + 1 < turns.begun.size(); ++k)
    ASSERT_GE(turns.begun[k + 1], multiple_from(turns.finished[k], period) * period) << k;
}

TEST(RealClock, EndsWhenItIsStopped) {
  Background background;
  Loop loop;
  loop.background = {&background};
  Recorded recorded;
  RealtimeExecutive executive(loop, period, {.age_bound = INT64_MAX}, {}, recorded);
  executive.add(background, 3'600'000'000'000);  // sleeps for an hour after its first run
  run_steps(executive, recorded, 20);
  EXPECT_GE(recorded.samples.size(), 20u);
  EXPECT_EQ(recorded.samples.size(), loop.steps);
  EXPECT_EQ(loop.applied.back().command, Action::stop);
}

// An arm that takes some steps to come to rest.
struct Heavy : Loop {
  int stops = 0;
  void stop(Nanoseconds now) noexcept override { ++stops, Loop::stop(now); }
  bool rests() const noexcept override { return stops >= 7; }
};

TEST(RealClock, GoesOnStoppingUntilTheArmRestsWhateverEndedTheRun) {
  for (const bool thrown : {false, true}) {
    Heavy loop;
    Recorded recorded;
    bool ended = false;
    RealtimeExecutive executive(loop, period, {.overrun = OverrunPolicy::skip, .age_bound = INT64_MAX}, {}, recorded);
    recorded.then = [&] {
      if (recorded.samples.size() < 20 || ended) return;
      ended = true;
      if (thrown) throw std::runtime_error("the disk is full");
      executive.stop();
    };
    if (thrown)
      EXPECT_THROW(executive.run(for_ever), std::runtime_error);
    else
      executive.run(for_ever);
    EXPECT_EQ(loop.stops, 7);
    for (std::size_t k = 0; k < loop.applied.size(); ++k)
      EXPECT_EQ(loop.applied[k].command, k + 7 < loop.applied.size() ? Action::full : Action::stop) << k;
  }
}

TEST(RealClock, EndsItsThreadsWhenTheObserverThrows) {
  Background background;
  Loop loop;
  Recorded recorded;
  RealtimeExecutive executive(loop, period, {.age_bound = INT64_MAX}, {}, recorded);
  executive.add(background, period);
  recorded.then = [] { throw std::runtime_error("the disk is full"); };
  EXPECT_THROW(executive.run(for_ever), std::runtime_error);
  EXPECT_EQ(loop.applied.back().command, Action::stop);
}

TEST(RealClock, CountsUnusableResultsAndLetsTheModelGrowOld) {
  Background background;
  background.fails = true;
  Loop loop;
  loop.background = {&background};
  Recorded recorded;
  const Policies policies{.overrun = OverrunPolicy::skip, .age = AgePolicy::safe_stop, .age_bound = 10 * period};
  RealtimeExecutive executive(loop, period, policies, {}, recorded);
  executive.add(background, 2 * period);
  run_steps(executive, recorded, 40);
  Seen seen;
  check(policies, loop, recorded, seen);
  EXPECT_EQ(executive.background()[0].unusable, background.runs);
  EXPECT_EQ(recorded.samples.back().action, Action::stop);
}

}  // namespace
