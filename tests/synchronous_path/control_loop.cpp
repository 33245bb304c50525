// The whole control loop, with the virtual robot behind its cards, every law, in one pass and with two rates.
#include <gtest/gtest.h>

#include "../scenario/scenarios.h"
#include "tauforge/scenario/experiment.h"
#include "watch.h"

namespace {

using namespace tauforge;

class WatchedLoop : public testing::TestWithParam<std::string> {};

TEST_P(WatchedLoop, AllocatesNothingTakesNoLockAndMakesNoSystemCallButForTheClock) {
  const robot::Robot puma = tests::robot_named("puma560");
  const auto scenario = tests::scenario_of(tests::calm_motion + GetParam(), puma);
  ASSERT_TRUE(scenario.ok());
  const scenario::VirtualMachine owner = scenario::virtual_machine(scenario.value());
  scenario::Experiment experiment(scenario.value(), owner.machine, nullptr);
  const auto& times = scenario.value().executive;
  test::Background background;
  for (const auto& [task, period] : experiment.background()) background.emplace_back(task, period);
  const test::Watched w = test::watch(experiment.task(), times.period, times.policies, background, 200);
  if (!w.impossible.empty()) GTEST_SKIP() << w.impossible;
  EXPECT_EQ(w.steps, 200u);
  EXPECT_EQ(experiment.loop().alarmed(), GetParam().find("encoder_jumps") != std::string::npos);
  EXPECT_EQ(w.calls.memory, 0u);
  EXPECT_EQ(w.calls.locks, 0u);
  EXPECT_TRUE(w.system_calls.empty()) << w.system_calls.size() << ", first number " << w.system_calls.front();
}

std::string control(const char* law, const char* rates) {
  return std::string("[control]\nlaw = \"") + law + "\"\nrates = \"" + rates +
         "\"\n[executive]\nperiod = 0.002\nbackground_period = 0.01\nage_bound = 10.0\n";
}

INSTANTIATE_TEST_SUITE_P(Laws, WatchedLoop,
                         testing::Values(control("feed_forward", "one"), control("feed_forward_with_gravity", "two"),
                                         control("gravity", "one"), control("pd_with_gravity", "one"),
                                         control("point_to_point", "two"), control("tracking", "one"),
                                         control("tracking", "two"), control("integral_tracking", "two")),
                         [](const auto& law) { return "Law" + std::to_string(law.index); });

// A payload of which the model is told: its set-up is published to the loop.
INSTANTIATE_TEST_SUITE_P(SetUp, WatchedLoop,
                         testing::Values(control("tracking", "two") +
                                         "[[fault]]\nkind = \"payload\"\nat = 0.1\nmass = 0.5\ntold_after = 0.02\n"),
                         [](const auto&) { return std::string("Payload"); });

// Before the motion: brakes, homing, and the way to it.
INSTANTIATE_TEST_SUITE_P(StartUp, WatchedLoop,
                         testing::Values(control("tracking", "two") +
                                         "[homing]\nsamples = 20\nspeed = [1, 1, 1, 1, 1, 1]\n" +
                                         "acceleration = [9, 9, 9, 9, 9, 9]\n[brakes]\n" +
                                         "[[output]]\nname = \"gripper\"\nat = 0\npayload = { mass = 1 }\n"),
                         [](const auto&) { return std::string("Homing"); });

// An encoder that jumps: stopping, holding and braking are part of the path, too.
INSTANTIATE_TEST_SUITE_P(Stopping, WatchedLoop,
                         testing::Values(control("tracking", "two") +
                                         "[[fault]]\nkind = \"sensor_freezes\"\nat = 0.01\ndrive = \"joint1\"\n" +
                                         "[[fault]]\nkind = \"encoder_jumps\"\nat = 0.1\ndrive = \"joint1\"\n" +
                                         "counts = 90000\n" +
                                         "[[fault]]\nkind = \"encoder_delayed\"\nat = 0.11\ndrive = \"joint2\"\n" +
                                         "by = 0.02\n[[fault]]\nkind = \"encoder_noisy\"\nat = 0.11\n" +
                                         "drive = \"joint3\"\ncounts = 20\n[[fault]]\nkind = \"packet_loss\"\n" +
                                         "at = 0.12\nprobability = 0.5\n[[fault]]\nkind = \"clock_jumps\"\n" +
                                         "at = 0.13\nby = 0.5\n"),
                         [](const auto&) { return std::string("Jump"); });

}  // namespace
