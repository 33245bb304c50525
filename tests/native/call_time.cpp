// Times by a clock and a core of the test's own: what is printed does not depend on the machine that runs this.
#include "tauforge/native/call_time.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "tauforge/native/quiet_core.h"

namespace tauforge::tests {
namespace {

using native::call_time;
using native::CallTime;

// A machine whose calls take 100 ns, but for what the test plans.
struct Machine {
  double time = 0.0;         // [ns]
  double more = 0.0;         // that every call takes, from somebody else
  int calls = 0, looks = 0;  // at the core
  std::set<int> busy_after;  // looks at which somebody else begins, for one round
  bool always_shared = false;

  native::Stopwatch watch() {
    return {[this] { return time; },
            [this] {
              more = busy_after.contains(++looks) ? 1e5 : 0.0;
              return !always_shared;
            }};
  }
  native::Calls work() {
    return [this](std::size_t begin, std::size_t end) {
      calls += static_cast<int>(end - begin);
      time += (100.0 + more) * static_cast<double>(end - begin);
    };
  }
};

TEST(CallTime, OfRoundsThatSomebodyDisturbedDoesNotShow) {
  Machine machine;
  for (int round = 0; round < 15; ++round)  // each looks before it begins and after it ended
    if (round != 7) machine.busy_after.insert(2 * round + 1);
  const CallTime time = call_time(machine.watch(), 10, machine.work());
  EXPECT_DOUBLE_EQ(time.nanoseconds, 100.0);
  EXPECT_EQ(time.rounds, 15);
  EXPECT_EQ(time.shared, 0);
}

TEST(CallTime, RepeatsRoundsOnASharedCore) {
  Machine machine;
  int rounds = 0;
  native::Stopwatch watch = machine.watch();
  watch.core_is_quiet = [&] { return ++rounds > 40; };
  const CallTime time = call_time(watch, 10, machine.work());
  EXPECT_EQ(time.rounds, 15);
  EXPECT_EQ(time.shared, 0);
}

TEST(CallTime, SaysInHowManyRoundsTheCoreWasSharedWhenItLosesPatience) {
  Machine machine;
  machine.always_shared = true;
  const CallTime time = call_time(machine.watch(), 10, machine.work());
  EXPECT_EQ(time.rounds, 15);
  EXPECT_EQ(time.shared, 15);
  EXPECT_LT(machine.time, 1e9) << "that would be seconds";
  EXPECT_EQ(native::how_timed(std::vector{time, CallTime{}, CallTime{50.0, 15, 2}}),
            "lowest of 15 rounds by the thread's own clock, the core was shared in 17 of all 30 rounds");
}

TEST(CallTime, SaysHowItWasTaken) {
  EXPECT_EQ(native::how_timed(std::vector{CallTime{50.0, 15, 0}}),
            "lowest of 15 rounds by the thread's own clock, with the core to itself");
  EXPECT_EQ(native::how_timed(std::vector{CallTime{}}), "");
}

TEST(CallTime, GoesOnThroughTheStatesWhereTheLastRoundStopped) {
  double now = 0.0;
  std::size_t next = 0;
  bool in_order = true;
  native::Rounds rounds({[&] { return now; }, [] { return true; }}, 7, [&](std::size_t begin, std::size_t end) {
    if (now >= 2 * 7 * 4000.0) in_order = in_order && begin == next, next = end % 7;
    now += 4000.0 * static_cast<double>(end - begin);
  });
  for (int k = 0; k < 3; ++k) EXPECT_DOUBLE_EQ(rounds.take().nanoseconds, 4000.0);
  EXPECT_TRUE(in_order);
}

// Of this machine nothing is promised but that the time is one.
TEST(CallTime, OfTheMachineIsPositive) {
  const native::Stopwatch watch = native::thread_stopwatch(0.01);
  volatile double x = 1.0;
  const CallTime time = call_time(watch, 100, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) x = x * 0.5 + 1.0;
  });
  EXPECT_GT(time.nanoseconds, 0.0);
  EXPECT_LE(time.shared, time.rounds);
}

}  // namespace
}  // namespace tauforge::tests
