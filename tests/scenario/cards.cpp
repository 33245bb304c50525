// What a scenario says to the cards besides torques: thermal inputs, digital outputs, brakes, potentiometers and index pulses.
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
  const Outcome outcome =
      run("duration = 2.0\n" + hold + "[plant]\nrated_torque = { joint2 = " + std::to_string(torque / r) +
              " }\nthermal_time_constant = 1.0\n",
          robot);
  ASSERT_TRUE(outcome.stopped.has_value());
  EXPECT_EQ(outcome.stopped->what.find("joint2: its thermal switch opened; stopped by category 1"), 0u);
  EXPECT_NEAR(seconds(outcome.stopped->time), opens, 0.003);
}

TEST(ThermalInputs, NeverStopAnArmWithinItsRatedTorque) {
  const robot::Robot robot = robot_named("puma_valera");
  const double torque = std::abs(run(hold, robot).samples[500].tau[1]);
  const Outcome outcome =
      run("duration = 3.0\n" + hold + "[plant]\nrated_torque = { joint2 = " + std::to_string(1.05 * torque) +
              " }\nthermal_time_constant = 0.1\n",
          robot);
  EXPECT_FALSE(outcome.stopped.has_value());
}

TEST(ThermalInputs, StopAnArmWhenAScenarioSaysSo) {
  const Outcome outcome = run(
      std::string(tests::calm_motion) + "[[fault]]\nkind = \"motor_hot\"\nat = 0.7\nfor = 0.01\ndrive = \"joint3\"\n",
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
  EXPECT_EQ(outcome.stopped->what.find("joint2: its thermal switch opened; stopped by category 1"), 0u);
  EXPECT_GT(outcome.stopped->time, 1'000'000'000);
  EXPECT_EQ(outcome.truth.back().qd[1], 0.0);
}

// ---- digital outputs

const std::string there =
    "[motion]\nform = \"point_to_point\"\nfrom_deg = [0, -45, 180, 0, 45, 0]\nto_deg = { joint1 = 20 }\n"
    "seconds = 1.0\n[control]\npoles = 15\n";

std::uint64_t digital_at(const Outcome& outcome, double t) {
  return outcome.samples.at(static_cast<std::size_t>(std::llround(1e3 * t))).digital;
}

TEST(DigitalOutputs, AreSwitchedAtTheirTimes) {
  const Outcome outcome =
      run("duration = 1.5\n" + there +
              "[[output]]\nname = \"gripper\"\nat = 0.3\n[[output]]\nname = \"lamp\"\nline = 5\nat = "
              "\"end\"\n[[output]]\nname = \"gripper\"\nat = 0.6\non = false\n",
          robot_named("puma560"));
  EXPECT_EQ(digital_at(outcome, 0.299), 0u);
  EXPECT_EQ(digital_at(outcome, 0.3), 2u);
  EXPECT_EQ(digital_at(outcome, 0.599), 2u);
  EXPECT_EQ(digital_at(outcome, 0.6), 0u);
  EXPECT_EQ(digital_at(outcome, 0.999), 0u);
  EXPECT_EQ(digital_at(outcome, 1.0), 32u);
  EXPECT_TRUE(happened(outcome, "output gripper on"));
  EXPECT_TRUE(happened(outcome, "output gripper off"));
  EXPECT_TRUE(happened(outcome, "output lamp on"));
}

// What hangs on a stopped arm must not be dropped.
TEST(DigitalOutputs, StayAsTheyAreWhenTheArmIsStopped) {
  const Outcome outcome =
      run(there +
              "[[output]]\nname = \"gripper\"\nat = 0.3\n[[output]]\nname = \"gripper\"\nat = 0.8\non "
              "= false\n[[fault]]\nkind = \"motor_hot\"\nat = 0.5\ndrive = \"joint1\"\n",
          robot_named("puma560"));
  EXPECT_EQ(digital_at(outcome, 0.499), 2u);
  EXPECT_EQ(digital_at(outcome, 0.5), 2u);  // brakes come when it is at rest
  EXPECT_EQ(outcome.samples.back().digital, 3u);
}

// Under a law that carries no more than its own arm, a piece pulls the arm down for as long as it is held.
TEST(DigitalOutputs, AToolThatClosesTakesItsPayloadAndLeavesItWhenItOpens) {
  const std::string text =
      "duration = 0.6\n" + hold +
      "[plant]\nconverter_bits = 0\n[[output]]\nname = \"gripper\"\nat = 0.2\npayload = { mass = 0.5, "
      "centre = [0, 0, 0.1] }\n";
  const robot::Robot robot = robot_named("puma_valera");
  const Outcome taken = run(text, robot);
  const Outcome left = run(text + "[[output]]\nname = \"gripper\"\nat = 0.4\non = false\n", robot);
  const auto speed = [](const Outcome& outcome, double t) {
    return outcome.truth[static_cast<std::size_t>(std::llround(1e3 * t))].qd[1];
  };
  EXPECT_NEAR(speed(taken, 0.2), 0.0, 1e-3) << "it stands still before";
  const double fall = speed(taken, 0.4) - speed(taken, 0.201);
  EXPECT_GT(std::abs(fall), 0.01);
  EXPECT_EQ(speed(left, 0.4), speed(taken, 0.4));
  EXPECT_NEAR(speed(left, 0.599) - speed(left, 0.401), 0.0, 0.1 * std::abs(fall)) << "left: nothing pulls any more";
  EXPECT_GT(std::abs(speed(taken, 0.599) - speed(taken, 0.401)), 0.8 * std::abs(fall)) << "kept: it pulls on";
}

TEST(CardExamples, AToolTakesAPieceAndLeavesIt) {
  const Outcome outcome = scenario::simulate(card_example("tool", "puma_valera"));
  EXPECT_FALSE(outcome.stopped.has_value());
  EXPECT_EQ(digital_at(outcome, 1.0), 128u);
  EXPECT_EQ(digital_at(outcome, 3.0), 130u);
  EXPECT_EQ(digital_at(outcome, 5.0), 128u);
  for (const auto& drive : outcome.drives) EXPECT_LT(std::abs(drive.final_error), 2e-4);
}

// ---- brakes

// An arm that is stopped before its motion has begun does not go on with what comes before it.
TEST(Brakes, AStoppedArmDoesNotBeginItsMotion) {
  scenario::Scenario s = card_example("brakes", "puma_valera");
  scenario::Fault hot;
  hot.kind = scenario::FaultKind::motor_hot, hot.at = 300'000'000, hot.lasting = 1'000'000'000'000;
  s.faults = {hot};
  const Outcome outcome = scenario::simulate(s);
  ASSERT_TRUE(outcome.stopped.has_value());
  EXPECT_FALSE(outcome.motion_began.has_value());
  for (const auto& event : outcome.events) EXPECT_NE(event.what, "the motion begins");
  EXPECT_EQ(outcome.samples.back().digital & control::brakes, control::brakes);
}

// Brakes that were never told do not hold: while commands are held back, the drives go on holding.
TEST(Brakes, AreWrittenBeforeTheDrivesLetGo) {
  scenario::Scenario s = card_example("brakes", "puma_valera");
  s.control.two_rates = true;
  s.executive.policies.age = executive::AgePolicy::hold_last;
  s.executive.policies.age_bound = 100'000'000;
  s.machine.watchdog = 60;  // that of the drives would not let commands be held back for so long
  scenario::Fault hang;
  hang.kind = scenario::FaultKind::background_hangs, hang.at = 2'500'000'000, hang.lasting = 700'000'000;
  s.faults = {hang};
  const Outcome outcome = scenario::simulate(s);
  std::int64_t engaged = -1;
  for (const auto& sample : outcome.samples) {
    if (sample.phase != control::Phase::braked && sample.phase != control::Phase::resting) continue;
    if (engaged < 0 && sample.digital & control::brakes) engaged = sample.time;
    bool torque = false;
    for (std::size_t j = 0; j < 6; ++j) torque = torque || sample.tau[j] != 0.0;
    if (!torque) {
      EXPECT_GE(engaged, 0);
      EXPECT_GE(sample.time - engaged, s.sequence.overlap);
    }
  }
  EXPECT_GE(engaged, 0);
}

TEST(Brakes, HoldTheArmWithoutTorqueWhereTheDrivesLeaveIt) {
  const Outcome outcome = scenario::simulate(card_example("brakes", "puma_valera"));
  EXPECT_FALSE(outcome.stopped.has_value());
  ASSERT_EQ(outcome.motion_began, 400'000'000);
  const auto sample = [&](double t) { return static_cast<std::size_t>(std::llround(1e3 * t)); };
  EXPECT_EQ(digital_at(outcome, 0.199), control::brakes);
  EXPECT_EQ(digital_at(outcome, 0.2), 0u);
  EXPECT_EQ(digital_at(outcome, 2.699), 0u);
  EXPECT_EQ(digital_at(outcome, 2.7), control::brakes);
  for (std::size_t j = 0; j < 6; ++j) {
    EXPECT_EQ(outcome.truth[sample(0.2)].q[j], outcome.truth[0].q[j]) << "held at first";
    EXPECT_NEAR(outcome.truth[sample(0.4)].q[j], outcome.truth[0].q[j], 5e-4) << "and does not sink when they let go";
    EXPECT_EQ(outcome.samples[sample(2.95)].tau[j], 0.0);
    EXPECT_EQ(outcome.truth.back().q[j], outcome.truth[sample(2.8)].q[j]) << "brakes alone";
    EXPECT_LT(std::abs(outcome.drives[j].final_error), 1e-3);
  }
}

TEST(Brakes, LetTheArmSinkWhenTheyAreTooWeak) {
  const Outcome outcome = run(there + "[brakes]\n[plant]\nbrake_torque = { joint2 = 5 }\n", robot_named("puma560"));
  const double sunk = std::abs(outcome.truth.back().q[1] - outcome.samples.back().q_d[1]);
  EXPECT_GT(sunk, 0.05);
}

TEST(Brakes, HoldFromTheFirstInstantThoughTheLoopIsLate) {
  const Outcome outcome =
      run(there + "[brakes]\n[executive]\nlatency = 0.0004\ncomputation = 0.0002\n", robot_named("puma560"));
  for (std::size_t j = 0; j < 6; ++j) EXPECT_EQ(outcome.truth[100].q[j], outcome.truth[0].q[j]);
}

// ---- homing

TEST(Homing, OfAScenarioFindsEveryDriveAndGoesToWhereTheMotionBegins) {
  const scenario::Scenario scenario = card_example("homing", "puma_valera");
  const Outcome outcome = scenario::simulate(scenario);
  ASSERT_FALSE(outcome.stopped.has_value());
  ASSERT_EQ(outcome.homing.size(), 6u);
  for (std::size_t j = 0; j < 6; ++j) {
    const auto& encoder = scenario.machine.encoders[j];
    const double turn = encoder.step * static_cast<double>(encoder.counts_per_revolution);
    EXPECT_LE(std::abs(outcome.homing[j].error), encoder.step) << j;
    EXPECT_LT(std::abs(outcome.homing[j].residual), 0.25 * turn);
    EXPECT_GT(outcome.homing[j].seconds, 0.2) << "200 samples first";
    EXPECT_LT(outcome.homing[j].seconds, 0.2 + turn / 0.1 + 2.0);
    EXPECT_EQ(outcome.samples.front().q[j] == outcome.truth.front().q[j], false) << "it does not know at first";
    EXPECT_LT(outcome.drives[j].largest_error, 5e-3);
  }
  // the brakes hold while it measures; then no reference is faster than it may be
  EXPECT_EQ(digital_at(outcome, 0.1), control::brakes);
  EXPECT_EQ(digital_at(outcome, 0.3), 0u);
  for (const auto& sample : outcome.samples) {
    if (sample.phase >= control::Phase::moving) break;
    for (std::size_t j = 0; j < 6; ++j)
      EXPECT_LE(std::abs(sample.qd_d[j]), scenario.sequence.approach_speed[j] * 1.0001);
  }
  EXPECT_NEAR(seconds(outcome.end_time() - *outcome.motion_began), 2.0, 2e-3);
}

const std::string unhomed = there + "[homing]\n[plant]\nstart_deg = [13, -60, 150, 10, 20, -30]\n";

TEST(Homing, WithoutAnIndexPulseStopsTheArmAndSaysWhichDrive) {
  const Outcome outcome =
      run(unhomed + "[[fault]]\nkind = \"index_missing\"\nat = 0.0\ndrive = \"joint3\"\n", robot_named("puma560"));
  ASSERT_TRUE(outcome.stopped.has_value());
  EXPECT_EQ(
      outcome.stopped->what,
      "joint3: it could not be homed: no index pulse within a revolution; stopped by category 1: brought to rest, then "
      "brakes");
  EXPECT_FALSE(outcome.motion_began.has_value());
  EXPECT_EQ(outcome.homing[2].fault, control::HomingFault::no_index);
  EXPECT_EQ(outcome.samples.back().digital, control::brakes);
  for (std::size_t j = 0; j < 6; ++j) EXPECT_EQ(outcome.truth.back().qd[j], 0.0);
}

TEST(Homing, NoticesAPotentiometerThatIsHalfARevolutionOff) {
  const robot::Robot robot = robot_named("puma560");
  // the default reaches over 5 pi rad with 4.5 V; half a revolution of 1000 counts of 1e-4 rad
  const double offset = 0.05 * 4.5 / (5 * M_PI);
  const Outcome outcome = run(unhomed + "potentiometer_offset = { joint2 = " + std::to_string(offset) + " }\n", robot);
  ASSERT_TRUE(outcome.stopped.has_value());
  EXPECT_EQ(outcome.stopped->what,
            "joint2: it could not be homed: potentiometer and index pulse contradict each other; stopped by category "
            "1: brought "
            "to rest, then brakes");
}

TEST(Homing, NoticesAPotentiometerThatIsTooNoisy) {
  const Outcome outcome = run(unhomed + "potentiometer_noise = 1.0\n", robot_named("puma560"));
  ASSERT_TRUE(outcome.stopped.has_value());
  EXPECT_NE(outcome.stopped->what.find("too noisy to tell the revolution"), std::string::npos);
}

TEST(Homing, WorksWithTwoRatesFromManyPlaces) {
  for (int seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    const std::string turn = std::to_string(0.37 * seed - 2.2);
    const Outcome outcome =
        run("seed = " + std::to_string(seed) + "\n" +
                "[motion]\nform = \"point_to_point\"\nfrom_deg = [0, -45, 180, 0, 45, 0]\nto_deg = { "
                "joint1 = 20 }\nseconds = 0.5\n[control]\npoles = 15\nrates = \"two\"\n[homing]\nspeed = [0.3, 0.3, "
                "0.3, 0.3, 0.3, 0.3]\napproach_speed = [2,2,2,2,2,2]\n" +
                "[plant]\nstart = [" + turn + ", -1.0, 2.5, " + turn + ", 0.3, " + turn + "]\n",
            robot_named("puma560"));
    ASSERT_FALSE(outcome.stopped.has_value()) << outcome.stopped->what;
    for (const auto& drive : outcome.homing) EXPECT_LE(std::abs(drive.error), 1e-4);
    for (const auto& drive : outcome.drives) EXPECT_LT(std::abs(drive.final_error), 5e-3);
  }
}

}  // namespace
}  // namespace tauforge::simulate
