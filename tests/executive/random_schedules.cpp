// Random schedules with late wake-ups, long steps, hanging background tasks and unusable results. A referee that knows
// the tables of policy.h, but not the code, says for each sample what had to happen, from the history alone.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "recorded_tasks.h"
#include "tauforge/executive/virtual_executive.h"

namespace {

using namespace tauforge::executive;
using namespace tauforge::executive::test;

constexpr Nanoseconds period = 1000;

// splitmix64: the same numbers everywhere, and nothing to warm up for each of a million schedules
struct Random {
  std::uint64_t state;
  std::uint64_t next() {
    std::uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  Nanoseconds between(Nanoseconds low, Nanoseconds high) {
    return low + static_cast<Nanoseconds>(next() % static_cast<std::uint64_t>(high - low + 1));
  }
  bool chance(int percent) { return between(0, 99) < percent; }
};

struct RandomSchedule : Schedule {
  Random random{0};
  std::array<RecordedBackground, 3> tasks;
  std::vector<std::int64_t> acknowledged;  // in the order of releases

  Nanoseconds latency(std::int64_t) noexcept override {
    return random.chance(4) ? random.between(0, 3 * period) : random.between(0, period / 10);
  }
  Nanoseconds computation(std::int64_t, Action action) noexcept override {
    if (action == Action::hold || action == Action::stop) return random.between(0, 50);
    return random.chance(5) ? random.between(0, 4 * period) : random.between(100, 800);
  }
  Nanoseconds background(std::size_t task, std::int64_t) noexcept override {
    tasks[task].fails = random.chance(5);
    return random.chance(5) ? random.between(0, 20 * period) : random.between(100, 3000);
  }
  bool acknowledges(std::int64_t release) noexcept override {
    if (!random.chance(8)) return false;
    acknowledged.push_back(release);
    return true;
  }
};

// How often each policy was entered and left, over all schedules: a check that never happened proves nothing.
struct Seen {
  std::array<std::uint64_t, 4> overruns{};                // by OverrunPolicy
  std::array<std::uint64_t, 3> too_old{}, young_again{};  // by AgePolicy
  std::uint64_t left_degrade = 0, left_stop = 0, full = 0, unusable = 0;
};

// What had to happen, or nullptr when it did.
const char* judge(const Policies& policies, const std::vector<Sample>& samples, const RandomSchedule& schedule,
                  const RecordedLoop& loop, Seen& seen) {
  if (loop.torn) return "a torn model";
  if (loop.not_the_newest) return "a model that is not the newest";
  for (const Nanoseconds age : loop.ages_of_full)
    if (age > policies.age_bound) return "a full step with a model beyond the bound";

  const auto recovery = static_cast<std::int64_t>(policies.recovery);
  std::int64_t last_cause = -1000;  // index of the sample after which `recovery` releases in time are asked for
  bool stopped = false, was_recovering = false, was_old = false;
  std::size_t acknowledged = 0, applied = 0;
  Nanoseconds release = 0;
  for (std::int64_t i = 0; i < std::ssize(samples); ++i) {
    const Sample& s = samples[static_cast<std::size_t>(i)];
    if (s.release != release || s.begin < s.release || s.end < s.begin) return "a release at another time";
    const bool late = s.end - s.release > period, too_old = s.model_age > policies.age_bound;
    if (late != (s.overrun != Overrun::none)) return "an overrun that was not noticed, or one too many";
    if (late && (s.overrun == Overrun::computation) != (s.end - s.begin > period)) return "an overrun blamed wrongly";
    Nanoseconds following = release + period;
    while (following < s.end) following += period;
    if (s.lost != (following - release) / period - 1) return "releases lost";

    // before the step
    const auto& acks = schedule.acknowledged;
    if (acknowledged < acks.size() && acks[acknowledged] == release / period) {
      if (stopped) stopped = false, last_cause = i - 1, ++seen.left_stop;
      ++acknowledged;
    }
    if (too_old && policies.age == AgePolicy::safe_stop) stopped = true;
    const bool recovering = i - last_cause <= recovery;
    Action expected = Action::full;
    if (too_old && policies.age == AgePolicy::hold_last) expected = Action::hold;
    if (too_old && policies.age == AgePolicy::degrade) expected = Action::degraded;
    if (recovering) expected = Action::degraded;
    if (stopped) expected = Action::stop;
    if (s.action != expected) return "another action than the tables ask for";

    seen.full += expected == Action::full;
    seen.too_old[static_cast<std::size_t>(policies.age)] += too_old && !was_old;
    seen.young_again[static_cast<std::size_t>(policies.age)] += !too_old && was_old;
    seen.left_degrade += was_recovering && !recovering && expected == Action::full;
    was_old = too_old, was_recovering = recovering && !stopped;

    // after the step
    if (late) {
      ++seen.overruns[static_cast<std::size_t>(policies.overrun)];
      if (policies.overrun == OverrunPolicy::safe_stop) stopped = true;
      if (policies.overrun == OverrunPolicy::degrade || recovering) last_cause = i;
    }
    Outcome outcome = Outcome::applied;
    if (late && policies.overrun != OverrunPolicy::skip) outcome = Outcome::discarded;
    if (expected == Action::hold) outcome = Outcome::discarded;
    if (stopped) outcome = Outcome::stopped;
    if (s.outcome != outcome) return "another outcome than the tables ask for";
    if (outcome != Outcome::discarded) {
      const Applied command{s.end, outcome == Outcome::stopped ? Action::stop : expected};
      if (applied == loop.applied.size() || loop.applied[applied] != command) return "another command at the drives";
      ++applied;
    }
    release = following;
  }
  return applied == loop.applied.size() ? nullptr : "a command at the drives that no step explains";
}

void check_schedules(std::uint64_t first, std::uint64_t count, std::uint64_t enough) {
  Seen seen;
  Ring<Sample> ring(64);
  std::vector<Sample> samples;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    RandomSchedule schedule;
    schedule.random.state = seed * 0x2545f4914f6cdd1du;
    Random& random = schedule.random;
    Policies policies;
    policies.overrun = static_cast<OverrunPolicy>(random.between(0, 3));
    policies.age = static_cast<AgePolicy>(random.between(0, 2));
    policies.recovery = static_cast<int>(random.between(0, 4));
    policies.age_bound = random.between(1000, 15000);

    RecordedLoop loop;
    VirtualExecutive executive(loop, period, policies, schedule, ring);
    const Nanoseconds tasks = random.between(1, 3);
    for (std::size_t k = 0; k < static_cast<std::size_t>(tasks); ++k) {
      loop.background.push_back(&schedule.tasks[k]);
      executive.add(schedule.tasks[k], random.between(500, 6000));
    }
    executive.run(40 * period);
    samples.clear();
    for (Sample s; ring.pop(s);) samples.push_back(s);
    const char* fault = judge(policies, samples, schedule, loop, seen);
    ASSERT_EQ(fault, nullptr) << fault << ", schedule " << seed;
    seen.unusable += executive.unusable();
  }
  EXPECT_EQ(ring.dropped(), 0u);
  for (const std::uint64_t n : seen.overruns) EXPECT_GT(n, enough);
  for (const std::uint64_t n : seen.too_old) EXPECT_GT(n, enough);
  for (const std::uint64_t n : seen.young_again) EXPECT_GT(n, enough);
  EXPECT_GT(seen.left_degrade, enough);
  EXPECT_GT(seen.left_stop, enough);
  EXPECT_GT(seen.full, enough);
  EXPECT_GT(seen.unusable, enough);
}

TEST(RandomSchedules, KeepTheAgeBoundAndFollowThePoliciesWithWholeModels) { check_schedules(1, 100'000, 10'000); }

TEST(RandomSchedulesLong, KeepTheAgeBoundAndFollowThePoliciesWithWholeModels) {
  check_schedules(1'000'001, 1'000'000, 100'000);
}

}  // namespace
