// Runs in virtual time that can be checked with pencil and paper. One period is 100 ns.
#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "recorded_tasks.h"
#include "tauforge/executive/virtual_executive.h"

namespace {

using namespace tauforge::executive;
using namespace tauforge::executive::test;

struct Faults {
  std::map<std::int64_t, Nanoseconds> late = {}, slow = {}, hanging = {};  // by release, by release, by run
  std::int64_t acknowledged = -1;
};

struct Written : Schedule {
  explicit Written(const Faults& faults) : f(faults) {}
  Faults f;

  static Nanoseconds at(const std::map<std::int64_t, Nanoseconds>& map, std::int64_t k, Nanoseconds otherwise) {
    const auto found = map.find(k);
    return found == map.end() ? otherwise : found->second;
  }
  Nanoseconds latency(std::int64_t k) noexcept override { return at(f.late, k, 0); }
  Nanoseconds computation(std::int64_t k, Action) noexcept override { return at(f.slow, k, 40); }
  Nanoseconds background(std::size_t, std::int64_t run) noexcept override { return at(f.hanging, run, 150); }
  bool acknowledges(std::int64_t k) noexcept override { return k == f.acknowledged; }
};

struct Played {
  std::vector<Sample> samples;
  std::vector<Applied> applied;
  std::uint64_t unusable = 0;
};

Played play(const Policies& policies, const Faults& faults, Nanoseconds until, bool background_fails = false) {
  Written schedule(faults);
  Ring<Sample> ring(100);
  RecordedBackground background;
  background.fails = background_fails;
  RecordedLoop loop;
  loop.background = {&background};
  VirtualExecutive executive(loop, 100, policies, schedule, ring);
  executive.add(background, 200);
  executive.run(until);
  Played result{{}, loop.applied, executive.unusable()};
  for (Sample s; ring.pop(s);) result.samples.push_back(s);
  EXPECT_EQ(ring.dropped(), 0u);
  EXPECT_EQ(loop.torn, 0u);
  EXPECT_EQ(loop.not_the_newest, 0u);
  return result;
}

TEST(VirtualTime, AModelIsAsOldAsTheStateItWasComputedFrom) {
  const Played r = play({.age_bound = 1000}, {}, 640);
  std::vector<Nanoseconds> ages;
  for (const Sample& s : r.samples) ages.push_back(s.model_age);
  // computations of 150 ns begin at 0, 200, 400: what is published at 150, 350, 550 was read at 0, 200, 400
  EXPECT_EQ(ages, (std::vector<Nanoseconds>{0, 100, 200, 300, 200, 300, 200}));
  EXPECT_EQ(r.applied.front(), (Applied{40, Action::full}));
  EXPECT_EQ(r.applied.back(), (Applied{640, Action::full}));
}

TEST(VirtualTime, LosesTheReleasesThatPassDuringALateStep) {
  const Played r = play({.overrun = OverrunPolicy::skip, .age_bound = 1000}, {.slow = {{1, 250}}}, 440);
  ASSERT_EQ(r.samples.size(), 3u);
  EXPECT_EQ(r.samples[1].overrun, Overrun::computation);
  EXPECT_EQ(r.samples[1].lost, 2);  // 200 and 300
  EXPECT_EQ(r.samples[2].release, 400);
  EXPECT_EQ(r.applied, (std::vector<Applied>{{40, Action::full}, {350, Action::full}, {440, Action::full}}));
}

TEST(VirtualTime, AStepThatEndsWithItsPeriodIsInTime) {
  const Played r = play({.age_bound = 1000}, {.slow = {{0, 100}}}, 140);
  ASSERT_EQ(r.samples.size(), 2u);
  EXPECT_EQ(r.samples[0].overrun, Overrun::none);
  EXPECT_EQ(r.samples[1].begin, 100);
}

TEST(VirtualTime, BlamesALateBeginForAnOverrunThatTheComputationDidNotCause) {
  const Played r = play({.overrun = OverrunPolicy::hold_last, .age_bound = 1000}, {.late = {{1, 70}}}, 340);
  EXPECT_EQ(r.samples[1].overrun, Overrun::scheduling);
  EXPECT_EQ(r.samples[1].lost, 1);
  EXPECT_EQ(r.applied, (std::vector<Applied>{{40, Action::full}, {340, Action::full}}));  // the one of 210 is gone
}

TEST(VirtualTime, DegradesWhileABackgroundTaskHangsAndRecoversAfterwards) {
  const Played r = play({.age = AgePolicy::degrade, .age_bound = 300}, {.hanging = {{1, 600}}}, 1040);
  std::vector<Action> actions;
  for (const Sample& s : r.samples) actions.push_back(s.action);
  // run 1 reads at 200 and ends at 800; until then the model of 0 is all there is, too old from 400 on; what comes at
  // 800 is 600 old, and the next, read at 800, is there at 950
  std::vector<Action> expected(4, Action::full);
  expected.insert(expected.end(), 6, Action::degraded);
  expected.push_back(Action::full);
  EXPECT_EQ(actions, expected);
}

// When a background task that takes 150 ns and sometimes hangs begins and finishes, with a period of 200 ns.
struct Turns : BackgroundTask {
  std::vector<Nanoseconds> begun, finished;
  void begin(Nanoseconds now) noexcept override { begun.push_back(now); }
  bool finish(Nanoseconds now) noexcept override { return finished.push_back(now), true; }
};

TEST(VirtualTime, TurnsThatPassWhileABackgroundTaskHangsAreLeftOutNotCaughtUp) {
  Written schedule({.hanging = {{1, 610}, {3, 400}}});
  Ring<Sample> ring(100);
  RecordedLoop loop;
  Turns turns;
  VirtualExecutive executive(loop, 100, {.age_bound = INT64_MAX}, schedule, ring);
  executive.add(turns, 200);
  executive.run(1999);
  // run 1 ends at 810, so 400, 600 and 800 are gone; run 3 ends with the turn of 1600, which is not
  EXPECT_EQ(turns.begun, (std::vector<Nanoseconds>{0, 200, 1000, 1200, 1600, 1800}));
  EXPECT_EQ(turns.finished, (std::vector<Nanoseconds>{150, 810, 1150, 1600, 1750, 1950}));
}

// Full steps are fine until one notices something itself.
struct AlarmedInAStep : RecordedLoop {
  int steps = 0, alarmed_in = 2;
  bool alarm = false;
  void full(Nanoseconds now) noexcept override {
    RecordedLoop::full(now);
    alarm = ++steps > alarmed_in;
  }
  bool alarmed() const noexcept override { return alarm; }
};

TEST(VirtualTime, AnAlarmRaisedWithinAStepKeepsItsCommandFromTheDrives) {
  Written schedule({});
  Ring<Sample> ring(100);
  AlarmedInAStep loop;
  VirtualExecutive executive(loop, 100, {.age_bound = INT64_MAX}, schedule, ring);
  executive.run(440);
  EXPECT_EQ(
      loop.applied,
      (std::vector<Applied>{
          {40, Action::full}, {140, Action::full}, {240, Action::stop}, {340, Action::stop}, {440, Action::stop}}));
  EXPECT_EQ(loop.steps, 3);
}

TEST(VirtualTime, StopsAndStaysStoppedWhenResultsAreUnusable) {
  const Played r = play({.age = AgePolicy::safe_stop, .age_bound = 300}, {}, 840, true);
  ASSERT_EQ(r.samples.size(), 9u);
  for (std::size_t k = 0; k < 9; ++k) EXPECT_EQ(r.samples[k].action, k < 4 ? Action::full : Action::stop) << k;
  EXPECT_EQ(r.applied.back(), (Applied{840, Action::stop}));
  EXPECT_EQ(r.unusable, 4u);  // finished at 150, 350, 550, 750
}

TEST(VirtualTime, GoesOnWithDegradedStepsAfterAnAcknowledgedStop) {
  const Played r = play({.overrun = OverrunPolicy::safe_stop, .recovery = 2, .age_bound = 1000},
                        {.slow = {{1, 110}}, .acknowledged = 5}, 740);
  const std::vector<Applied> expected{{40, Action::full},  {210, Action::stop},     {340, Action::stop},
                                      {440, Action::stop}, {540, Action::degraded}, {640, Action::degraded},
                                      {740, Action::full}};
  EXPECT_EQ(r.applied, expected);
}

}  // namespace
