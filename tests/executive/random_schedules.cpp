// Random schedules with late wake-ups, long steps, hanging background tasks and unusable results, judged by the referee.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "recorded_tasks.h"
#include "referee.h"
#include "tauforge/executive/virtual_executive.h"
#include "tests/support/splitmix.h"

namespace {

using namespace tauforge::executive;
using namespace tauforge::executive::test;

constexpr Nanoseconds period = 1000;

using Random = tauforge::tests::Splitmix;

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
    const char* fault = judge({policies, period, samples, schedule.acknowledged, loop.applied}, seen);
    for (const Sample& s : samples)
      if (s.processor != s.computation()) fault = "a step that did not keep its processor";
    if (loop.torn) fault = "a torn model";
    if (loop.not_the_newest) fault = "a model that is not the newest";
    for (const Nanoseconds age : loop.ages_of_full)
      if (age > policies.age_bound) fault = "a full step with a model beyond the bound";
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
