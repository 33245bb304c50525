// What the machine grants and what it refuses, and how both are said.
#include "tauforge/executive/realtime_thread.h"

#include <gtest/gtest.h>

#include <thread>

namespace {

using namespace tauforge::executive;

Permissions asked_by_a_thread(const ThreadSettings& settings) {
  Permissions result;
  std::thread([&] { result = prepare_thread(settings); }).join();
  return result;
}

TEST(RealtimeThread, SaysPlainlyWhatWasGrantedAndWhatWasRefused) {
  EXPECT_EQ(text({"memory that stays in place", true, "", ""}), "memory that stays in place: granted");
  EXPECT_EQ(text({"SCHED_FIFO at priority 80", false, "Operation not permitted", "run as root"}),
            "SCHED_FIFO at priority 80: refused, because Operation not permitted (run as root)");
}

TEST(RealtimeThread, GoesOnWhenThereIsNoSuchPriorityOrProcessor) {
  const Permissions answers = asked_by_a_thread({.priority = 1000, .processor = 1'000'000});
  ASSERT_EQ(answers.size(), 2u);
  for (const Permission& p : answers) {
    EXPECT_FALSE(p.granted) << p.wish;
    EXPECT_FALSE(p.because.empty());
    EXPECT_FALSE(p.way_out.empty());
  }
}

TEST(RealtimeThread, AsksForNothingUnlessTold) { EXPECT_TRUE(asked_by_a_thread({}).empty()); }

TEST(RealtimeThread, HasRealtimePriorityExactlyWhenItWasGranted) {
  bool granted = false, has = false;
  std::thread([&] {
    granted = prepare_thread({.priority = 1}).at(0).granted;
    has = has_realtime_priority();
  }).join();
  EXPECT_EQ(has, granted);
}

TEST(RealtimeThread, MayAlwaysGiveWay) {
  const Permissions answers = asked_by_a_thread({.niceness = 19});
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_TRUE(answers[0].granted) << text(answers[0]);
}

}  // namespace
