// What a scenario says to the cards besides torques: thermal inputs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scenarios.h"
#include "tauforge/scenario/simulate.h"
#include "tests/support/robots.h"

namespace tauforge::simulate {
namespace {

using scenario::Outcome;
using tests::robot_named;
using tests::scenario_of;

scenario::Scenario card_example(const std::string& name, const std::string& robot) {
  auto read = scenario::read_scenario(std::string(TAUFORGE_SOURCE_DIR) + "/examples/cards/" + name + ".toml",
                                      robot_named(robot));
  for (const auto& finding : read.findings()) ADD_FAILURE() << diagnostic::to_text(finding);
  return read.take();
}

Outcome run(const std::string& text, const robot::Robot& robot) {
  const auto read = scenario_of(text, robot);
  for (const auto& finding : read.findings()) ADD_FAILURE() << diagnostic::to_text(finding);
  return scenario::simulate(read.value());
}

bool happened(const Outcome& outcome, const std::string& what) {
  return std::any_of(outcome.events.begin(), outcome.events.end(),
                     [&](const auto& event) { return event.what.find(what) != std::string::npos; });
}

double seconds(scenario::Nanoseconds time) { return 1e-9 * static_cast<double>(time); }

const std::string hold =
    "[motion]\nform = \"hold\"\nat_deg = [0, -20, 135, 0, 45, 0]\nseconds = 1.0\n[control]\nlaw = \"gravity\"\n";

// A constant torque opens the switch after -T log(1 - 1/r^2), r the torque over the rated one: thermal_switch.h.
TEST(ThermalInputs, StopAnArmWhenItsMotorHasHadEnough) {
  const robot::Robot robot = robot_named("puma_valera");
  const double torque = std::abs(run(hold, robot).samples[500].tau[1]);
  ASSERT_GT(torque, 10.0);
  const double r = 1.25, opens = -1.0 * std::log(1 - 1 / (r * r));  // 1.02 s with T = 1 s
  const Outcome outcome = run("duration = 2.0\n" + hold + "[plant]\nrated_torque = { joint2 = " +
                                  std::to_string(torque / r) + " }\nthermal_time_constant = 1.0\n",
                              robot);
  ASSERT_TRUE(outcome.stopped.has_value());
  EXPECT_EQ(outcome.stopped->what, "joint2: its thermal switch opened");
  EXPECT_NEAR(seconds(outcome.stopped->time), opens, 0.003);
}

TEST(ThermalInputs, NeverStopAnArmWithinItsRatedTorque) {
  const robot::Robot robot = robot_named("puma_valera");
  const double torque = std::abs(run(hold, robot).samples[500].tau[1]);
  const Outcome outcome = run("duration = 3.0\n" + hold + "[plant]\nrated_torque = { joint2 = " +
                                  std::to_string(1.05 * torque) + " }\nthermal_time_constant = 0.1\n",
                              robot);
  EXPECT_FALSE(outcome.stopped.has_value());
}

TEST(ThermalInputs, StopAnArmWhenAScenarioSaysSo) {
  const Outcome outcome = run(std::string(tests::calm_motion) +
                                  "[[fault]]\nkind = \"motor_hot\"\nat = 0.7\nfor = 0.01\ndrive = \"joint3\"\n",
                              robot_named("puma560"));
  ASSERT_TRUE(outcome.stopped.has_value());
  EXPECT_EQ(outcome.stopped->time, 700'000'000);
  EXPECT_TRUE(happened(outcome, "stopped: joint3: its thermal switch opened"));
  EXPECT_TRUE(happened(outcome, "fault: the thermal switch of joint3 opens for 0.01 s"));
  for (std::size_t j = 0; j < 6; ++j) EXPECT_EQ(outcome.truth.back().qd[j], 0.0) << "the brakes hold";
}

TEST(CardExamples, AMotorGetsHot) {
  const Outcome outcome = scenario::simulate(card_example("hot_motor", "puma_valera"));
  ASSERT_TRUE(outcome.stopped.has_value());
  EXPECT_EQ(outcome.stopped->what, "joint2: its thermal switch opened");
  EXPECT_GT(outcome.stopped->time, 1'000'000'000);
  EXPECT_EQ(outcome.truth.back().qd[1], 0.0);
}

}  // namespace
}  // namespace tauforge::simulate
