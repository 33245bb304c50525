// Scenarios in virtual time, from the file to the figures: what every part does together.
#include "tauforge/scenario/simulate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "scenarios.h"

namespace tauforge::simulate {
namespace {

using executive::Action;
using tests::calm_motion;
using tests::robot_named;
using tests::scenario_of;

const robot::Robot& puma() {
  static const robot::Robot robot = robot_named("puma560");
  return robot;
}

scenario::Outcome run(const std::string& text) {
  const auto scenario = scenario_of(text, puma());
  EXPECT_TRUE(scenario.ok()) << (scenario.findings().empty() ? "" : scenario.findings()[0].message);
  return scenario::simulate(scenario.value());
}

double largest_error(const scenario::Outcome& outcome) {
  double largest = 0.0;
  for (const auto& drive : outcome.drives) largest = std::max(largest, drive.largest_error);
  return largest;
}

bool rests_at_the_end(const scenario::Outcome& outcome) {
  for (std::size_t j = 0; j < outcome.drives.size(); ++j)
    if (outcome.truth.back().qd[j] != 0.0) return false;
  return true;
}

bool happened(const scenario::Outcome& outcome, const std::string& what) {
  for (const auto& event : outcome.events)
    if (event.what.find(what) != std::string::npos) return true;
  return false;
}

// Every release is in the log, whatever went wrong.
void expect_complete(const scenario::Outcome& outcome) {
  EXPECT_EQ(outcome.dropped, 0u);
  EXPECT_EQ(outcome.samples.size(), outcome.truth.size());
  EXPECT_EQ(outcome.samples.size() + outcome.timing.lost_releases, 4001u);
  for (std::size_t k = 0; k < outcome.samples.size(); ++k) ASSERT_EQ(outcome.samples[k].time, outcome.truth[k].time);
}

const std::string two_rates = std::string(calm_motion) +
                              "[control]\nlaw = \"tracking\"\npoles = 25.0\nrates = \"two\"\n"
                              "[executive]\nbackground_period = 0.01\nage_bound = 0.05\n";

TEST(Simulate, FollowsAMotionToTheStepsOfItsEncoders) {
  const scenario::Outcome outcome = run(two_rates);
  expect_complete(outcome);
  EXPECT_LT(largest_error(outcome), 3e-4);  // an encoder step is 1e-4 rad
  EXPECT_EQ(outcome.timing.actions[static_cast<std::size_t>(Action::full)], 4001u);
  EXPECT_TRUE(outcome.events.empty());
  EXPECT_LT(std::abs(outcome.energy->relative()), 1e-9);
}

TEST(Simulate, GivesTheSameRunTwice) {
  const scenario::Outcome a = run(two_rates), b = run(two_rates);
  ASSERT_EQ(a.samples.size(), b.samples.size());
  for (std::size_t k = 0; k < a.samples.size(); ++k) {
    ASSERT_EQ(a.samples[k].q, b.samples[k].q);
    ASSERT_EQ(a.samples[k].tau, b.samples[k].tau);
  }
}

TEST(Simulate, GivesWithTwoEqualRatesWhatOnePassGivesOnePeriodLater) {
  const std::string law =
      std::string(calm_motion) + "[control]\nlaw = \"tracking\"\n[executive]\nbackground_period = 0.001\n";
  const std::string two = std::string(calm_motion) +
                          "[control]\nlaw = \"tracking\"\nrates = \"two\"\n[executive]\nbackground_period = 0.001\n";
  const scenario::Outcome one_pass = run(law), equal = run(two);
  for (std::size_t k = 0; k < one_pass.samples.size(); ++k)
    for (std::size_t j = 0; j < 6; ++j)
      ASSERT_NEAR(one_pass.samples[k].q[j], equal.samples[k].q[j], 2e-4) << k << " " << j;
}

// A law that wants nothing holds the arm where it is put, by the model alone; friction would hold it as well.
TEST(Simulate, HoldsAnArmByGravityCompensationAlone) {
  const scenario::Outcome outcome =
      run("[motion]\nform = \"hold\"\nat_deg = [10, -45, 180, 0, 30, 0]\nseconds = 2.0\n"
          "[control]\nlaw = \"gravity\"\n[plant]\nfriction = \"none\"\nconverter_bits = 0\n"
          "encoder_step = [1e-9, 1e-9, 1e-9, 1e-9, 1e-9, 1e-9]\n");
  EXPECT_LT(largest_error(outcome), 1e-6);
}

// Dry friction of the PUMA 260's wrist is more than these poles overcome by an error of 0.2 rad.
TEST(Friction, IsOvercomeAlongTheWayInOnePassAndWithTwoRates) {
  for (const char* rates : {"one", "two"}) {
    const auto scenario = scenario_of(
        "[motion]\nform = \"point_to_point\"\nfrom = [0, 0.3, -0.3, 0, 0.5, 0]\n"
        "to = [0.5, 0, 0, 0.3, 0, 0.2]\nseconds = 1.5\n[control]\nrates = \"" +
            std::string(rates) + "\"\n",
        robot_named("puma260"));
    ASSERT_TRUE(scenario.ok());
    EXPECT_LT(largest_error(scenario::simulate(scenario.value())), 1e-3) << rates;
  }
}

// Joint 7 is to stay where it is, 2 degrees from its limit. What overcame the friction of joint 5 pushed it 0.03 rad away.
TEST(Friction, OfADriveDoesNotPushTheOneBesideItFromItsGoal) {
  for (const char* rates : {"one", "two"}) {
    const auto scenario = scenario_of(
        "[motion]\nform = \"point_to_point\"\nfrom = [2.62, -1.7278, 2.32, -3.0368, -0.475, 3.678, -2.8623]\n"
        "to = [2.68, -1.13, 1.07, -2.28, -1.09, 3.19, -2.8623]\nseconds = 2.75\n"
        "[control]\nlaw = \"point_to_point\"\nrates = \"" +
            std::string(rates) +
            "\"\n[executive]\nbackground_period = 0.01\n[plant]\nconverter_bits = 0\nstep = 0.001\n",
        robot_named("panda"));
    ASSERT_TRUE(scenario.ok());
    const scenario::Outcome outcome = scenario::simulate(scenario.value());
    EXPECT_FALSE(outcome.stopped) << outcome.stopped->what;
    EXPECT_LT(outcome.drives[6].largest_error, 0.01) << rates;
  }
}

// 2 kg at 0.1 m from the last axis: 0.02 kg m^2 more, and w^2 times that of stiffness. A payload that nobody told of is none.
TEST(Gains, OfPdKnowThePayloadThatIsTold) {
  const auto stiffness = [](const std::string& law, const std::string& told) {
    auto read = scenario_of(std::string(calm_motion) + "[control]\npoles = 10\nlaw = \"" + law +
                                "\"\n[plant]\npayload = { mass = 2.0, centre = [0.1, 0, 0]" + told + " }\n",
                            puma());
    const scenario::Scenario s = read.take();
    return law == "tracking" ? s.control.fallback.Kp[5] : s.control.gains.Kp[5];
  };
  for (const char* law : {"tracking", "pd_with_gravity"})
    EXPECT_NEAR(stiffness(law, ", told = true") - stiffness(law, ""), 100 * 0.02, 1e-12) << law;
}

TEST(Simulate, LogsTheTorqueThatIsInForceFromThenOn) {
  const scenario::Outcome outcome =
      run(std::string(calm_motion) + "[control]\nlaw = \"tracking\"\n[plant]\nconverter_bits = 0\n");
  for (std::size_t k = 0; k + 1 < outcome.samples.size(); ++k)
    for (std::size_t j = 0; j < 6; ++j)
      ASSERT_NEAR(outcome.samples[k].tau[j], outcome.truth[k + 1].tau[j], 1e-9 * std::abs(outcome.samples[k].tau[j]));
}

TEST(Simulate, LogsTheTorqueThatTheCardsCanGive) {
  const scenario::Outcome outcome = run(
      std::string(calm_motion) + "[control]\nlaw = \"gravity\"\n[plant]\nconverter_bits = 0\nconverter_volts = 1.0\n");
  bool limited = false;
  for (std::size_t k = 0; k + 1 < outcome.samples.size(); ++k) {
    ASSERT_NEAR(outcome.samples[k].tau[1], outcome.truth[k + 1].tau[1], 1e-9);
    limited = limited || std::abs(outcome.samples[k].tau[1]) == outcome.drives[1].largest_torque;
  }
  EXPECT_TRUE(limited);
}

TEST(Simulate, SaysWhenThePlantCannotBeIntegrated) {
  robot::Robot light = puma();
  light.parameters.drive[0].viscous = 1e6;  // far too stiff for steps of half a millisecond
  const auto scenario = scenario_of(std::string(calm_motion) +
                                        "[control]\nlaw = \"gravity\"\n[plant]\nstart_deg = [5, -45, 180, 0, 0, 0]\n"
                                        "payload = { mass = 1e6, centre = [0, 0, 1.0] }\n",
                                    light);
  ASSERT_TRUE(scenario.ok());
  const scenario::Outcome outcome = scenario::simulate(scenario.value());
  ASSERT_TRUE(outcome.diverged.has_value());
  for (const auto& truth : outcome.truth) ASSERT_TRUE(std::isfinite(truth.q[0]));
}

TEST(Faults, ABackgroundTaskThatHangsForTenSecondsLeavesTheArmOnItsWay) {
  const scenario::Outcome outcome = run(two_rates + "[[fault]]\nkind = \"background_hangs\"\nat = 1.0\nfor = 10.0\n");
  expect_complete(outcome);
  EXPECT_TRUE(happened(outcome, "degraded"));
  EXPECT_GT(outcome.timing.actions[static_cast<std::size_t>(Action::degraded)], 2000u);
  EXPECT_LT(largest_error(outcome), 0.1);
  // the law of ages: full steps had a model younger than the bound
  for (const auto& event : outcome.events)
    if (event.what.find("degraded") != std::string::npos) {
      EXPECT_LE(event.time, 1'000'000'000 + 62'000'000);
    }
}

TEST(Faults, ABackgroundTaskThatHangsBrieflyIsForgottenWhenItComesBack) {
  const scenario::Outcome outcome = run(two_rates + "[[fault]]\nkind = \"background_hangs\"\nat = 1.0\nfor = 0.5\n");
  expect_complete(outcome);
  const auto degraded = outcome.timing.actions[static_cast<std::size_t>(Action::degraded)];
  EXPECT_GT(degraded, 400u);
  EXPECT_LT(degraded, 520u);
  EXPECT_TRUE(happened(outcome, "the law with its model"));
  EXPECT_LT(std::abs(outcome.drives[1].final_error), 3e-4);
}

TEST(Faults, ModelsThatAreNotNumbersAreRefusedAndAgeUntilThePolicyActs) {
  const scenario::Outcome outcome = run(two_rates + "[[fault]]\nkind = \"background_nan\"\nat = 1.0\nfor = 0.5\n");
  expect_complete(outcome);
  EXPECT_NEAR(static_cast<double>(outcome.unusable), 100.0, 2.0);  // two tasks, every 10 ms for 0.5 s
  EXPECT_GT(outcome.timing.actions[static_cast<std::size_t>(Action::degraded)], 400u);
  EXPECT_LT(largest_error(outcome), 0.1);
}

TEST(Faults, ASafeStopByAgeBringsTheArmToRest) {
  const scenario::Outcome outcome = run(
      std::string(calm_motion) + "[control]\nlaw = \"tracking\"\nrates = \"two\"\n[executive]\nage = \"safe_stop\"\n" +
      "background_period = 0.01\nage_bound = 0.05\n[[fault]]\nkind = \"background_hangs\"\nat = 1.0\nfor = 10.0\n");
  expect_complete(outcome);
  EXPECT_TRUE(happened(outcome, "stopped"));
  EXPECT_TRUE(rests_at_the_end(outcome));
}

TEST(Faults, ASensorThatFreezesStopsTheArm) {
  const scenario::Outcome outcome =
      run(two_rates + "[[fault]]\nkind = \"sensor_freezes\"\nat = 1.0\ndrive = \"joint2\"\n");
  expect_complete(outcome);
  EXPECT_TRUE(happened(outcome, "stopped: joint2: ")) << outcome.stopped->what;
  EXPECT_LT(outcome.stopped->time, 1'100'000'000);
  EXPECT_EQ(outcome.alarm.acted, control::StopCategory::zero);
  EXPECT_TRUE(rests_at_the_end(outcome));
}

TEST(Faults, AnEncoderThatJumpsStopsTheArmAtOnce) {
  const auto with_limits = [] {
    robot::Robot robot = puma();
    for (auto& limits : robot.limits) limits.velocity = 4.0;
    return robot;
  }();
  const auto scenario = scenario_of(
      two_rates + "[[fault]]\nkind = \"encoder_jumps\"\nat = 1.0\ndrive = \"joint1\"\ncounts = 2000\n", with_limits);
  ASSERT_TRUE(scenario.ok());
  const scenario::Outcome outcome = scenario::simulate(scenario.value());
  expect_complete(outcome);
  EXPECT_TRUE(happened(outcome, "stopped: joint1: its position jumped"));
  EXPECT_TRUE(rests_at_the_end(outcome));
  // it was noticed at the very release, so the jump of 0.2 rad never moved the arm
  const auto& last = outcome.truth.back();
  EXPECT_NEAR(last.q[0], outcome.truth[1000].q[0], 0.05);
}

// An alarm is stronger than every policy: holding a command, or throwing late ones away, must not keep the brakes off.
TEST(Faults, AnAlarmStopsAnArmThatHoldsItsLastCommand) {
  const scenario::Outcome outcome = run(
      std::string(calm_motion) + "[control]\nlaw = \"tracking\"\nrates = \"two\"\n[executive]\nage = \"hold_last\"\n" +
      "background_period = 0.01\nage_bound = 0.05\n[plant]\nwatchdog = 60\n" +  // that of the drives would stop it first
      "[[fault]]\nkind = \"background_hangs\"\nat = 0.5\nfor = 10.0\n");
  expect_complete(outcome);
  EXPECT_TRUE(happened(outcome, "it left the envelope"));
  EXPECT_TRUE(rests_at_the_end(outcome));
}

TEST(Faults, AnAlarmStopsAnArmWhoseStepsAreAllLate) {
  for (const char* policy : {"degrade", "hold_last", "skip", "safe_stop"}) {
    const scenario::Outcome outcome =
        run(std::string(calm_motion) + "[control]\nlaw = \"tracking\"\n[executive]\noverrun = \"" + policy +
            "\"\ncomputation = 0.00101\n");
    const bool goes_on = std::string(policy) == "skip";
    EXPECT_EQ(outcome.stopped.has_value(), !goes_on) << policy;
    if (goes_on)
      EXPECT_LT(largest_error(outcome), 0.05);
    else
      EXPECT_TRUE(rests_at_the_end(outcome)) << policy;
  }
}

TEST(Faults, APayloadThatDoublesLeavesTheArmWithinItsEnvelope) {
  const std::string law =
      std::string(calm_motion) +
      "[control]\nlaw = \"integral_tracking\"\npoles = 25.0\nrates = \"two\"\n"
      "[executive]\nbackground_period = 0.01\n[plant]\npayload = { mass = 1.0, centre = [0, 0, 0.1] }\n";
  const scenario::Outcome outcome =
      run(law + "[[fault]]\nkind = \"payload\"\nat = 1.5\nmass = 2.0\ncentre = [0, 0, 0.1]\n");
  expect_complete(outcome);
  EXPECT_EQ(outcome.timing.actions[static_cast<std::size_t>(Action::full)], 4001u);
  EXPECT_LT(largest_error(outcome), 0.05);
  EXPECT_LT(std::abs(outcome.drives[1].final_error), 1e-3);
}

}  // namespace
}  // namespace tauforge::simulate
