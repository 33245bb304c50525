// Bad scenario files: each is refused at its place, with a code.
#include <gtest/gtest.h>

#include <algorithm>

#include "scenarios.h"

namespace tauforge::simulate {
namespace {

using tests::calm_motion;

struct Bad {
  const char* name;
  std::string text;
  const char* code;
  int line;
};

std::ostream& operator<<(std::ostream& out, const Bad& bad) { return out << bad.name; }

class BadScenario : public testing::TestWithParam<Bad> {};

TEST_P(BadScenario, IsRefusedAtItsPlace) {
  const auto read = tests::scenario_of(GetParam().text, tests::robot_named("puma560"));
  ASSERT_FALSE(read.ok());
  for (const auto& finding : read.findings())
    if (finding.code == GetParam().code) {
      EXPECT_EQ(finding.at.line, GetParam().line) << finding.message;
      EXPECT_FALSE(finding.message.empty());
      return;
    }
  FAIL() << "no " << GetParam().code << ", but " << read.findings()[0].code << ": " << read.findings()[0].message;
}

const std::string motion = calm_motion;  // four lines

INSTANTIATE_TEST_SUITE_P(
    Files, BadScenario,
    testing::Values(
        Bad{"empty", "", "file-empty", 0}, Bad{"no_toml", "[motion\n", "toml-syntax", 1},
        Bad{"future_schema", "schema = 2\n" + motion, "schema-unknown", 1},
        Bad{"period_of_zero", motion + "[executive]\nperiod = 0\n", "period-impossible", 6},
        Bad{"background_period_of_zero", motion + "[executive]\nbackground_period = [0.01, 0.0]\n", "period-impossible",
            6},
        Bad{"unknown_policy", motion + "[executive]\noverrun = \"pray\"\n", "unknown-value", 6},
        Bad{"unknown_law", motion + "[control]\nlaw = \"trackin\"\n", "unknown-value", 6},
        Bad{"negative_gain", motion + "[control]\nKp = [1, 1, -1, 1, 1, 1]\n", "gain-negative", 6},
        Bad{"too_few_gains", motion + "[control]\nKp = [1, 1]\n", "wrong-length", 6},
        Bad{"poles_and_gains", motion + "[control]\npoles = 5.0\nKp = [1, 1, 1, 1, 1, 1]\n", "key-conflict", 7},
        Bad{"no_truth", motion + "[control]\ndrives_carry_gravity = 1\n", "wrong-type", 6},
        Bad{"unknown_joint", motion + "[[fault]]\nkind = \"sensor_freezes\"\nat = 1.0\ndrive = \"joint9\"\n",
            "unknown-drive", 8},
        Bad{"fault_without_time", motion + "[[fault]]\nkind = \"background_nan\"\n", "missing-key", 5},
        Bad{"model_that_is_not_there", motion + "[control]\nmodel = \"nowhere.toml\"\n", "robot-unreadable", 6},
        Bad{"model_that_is_a_number", motion + "[control]\nmodel = 3\n", "wrong-type", 6},
        Bad{"seed_below_zero", "seed = -1\n" + motion, "not-whole", 1},
        Bad{"rate_too_low", "rate = 0.001\n" + motion, "period-impossible", 1},
        Bad{"encoder_without_steps", motion + "[plant]\nencoder_step = [1e-4, 0, 1e-4, 1e-4, 1e-4, 1e-4]\n",
            "not-positive", 6},
        Bad{"rated_torque_of_zero", motion + "[plant]\nrated_torque = { joint2 = 0 }\n", "not-positive", 6},
        Bad{"hot_motor_of_nobody", motion + "[[fault]]\nkind = \"motor_hot\"\nat = 1.0\n", "missing-key", 5},
        Bad{"fault_of_a_kind_nobody_knows", motion + "[[fault]]\nkind = \"encoder_invertd\"\nat = 1.0\n",
            "unknown-value", 6},
        Bad{"noise_below_zero",
            motion + "[[fault]]\nkind = \"encoder_noisy\"\nat = 1\ndrive = \"joint1\"\ncounts = -3\n", "not-whole", 9},
        Bad{"delay_without_time", motion + "[[fault]]\nkind = \"encoder_delayed\"\nat = 1\ndrive = \"joint1\"\n",
            "missing-key", 5},
        Bad{"delay_into_the_future",
            motion + "[[fault]]\nkind = \"encoder_delayed\"\nat = 1\ndrive = \"joint1\"\nby = -0.1\n",
            "time-impossible", 9},
        Bad{"clock_of_another_day", motion + "[[fault]]\nkind = \"clock_jumps\"\nat = 1\nby = -86400\n",
            "time-impossible", 8},
        Bad{"brake_that_pushes", motion + "[[fault]]\nkind = \"brake_slips\"\nat = 1\nfactor = -1\n",
            "factor-impossible", 8},
        Bad{"motor_without_factor", motion + "[[fault]]\nkind = \"torque_constant\"\nat = 1\ndrive = \"joint1\"\n",
            "missing-key", 5},
        Bad{"loss_beyond_certainty", motion + "[[fault]]\nkind = \"packet_loss\"\nat = 1\nprobability = 1.5\n",
            "probability-impossible", 8},
        Bad{"brakes_that_take_a_minute", motion + "[plant]\nbrake_delay = 60\n", "time-impossible", 6},
        Bad{"watchdog_of_zero", motion + "[plant]\nwatchdog = 0\n", "not-positive", 6},
        Bad{"all_friction_at_measured_speeds",
            motion + "[control]\nfriction_speed = \"measured\"\nfriction_share = 1.0\n", "friction-share", 7},
        Bad{"friction_that_drives", motion + "[plant]\ncoulomb = { joint2 = -1 }\n", "friction-negative", 6},
        Bad{"brake_torque_of_zero", motion + "[plant]\nbrake_torque = { joint2 = 0 }\n", "not-positive", 6},
        Bad{"half_a_count", motion + "[plant]\nindex_at = { joint2 = 0.5 }\n", "not-whole", 6},
        Bad{"potentiometer_noise", motion + "[plant]\npotentiometer_noise = -1\n", "noise-impossible", 6},
        Bad{"homing_speed", motion + "[homing]\nspeed = { joint1 = -0.1 }\n", "not-positive", 6},
        Bad{"homing_samples", motion + "[homing]\nsamples = 1\n", "samples-impossible", 6},
        Bad{"homing_that_moves", motion + "[homing]\n[plant]\nstart_moving = true\n", "key-conflict", 7},
        Bad{"brakes_for_ever", motion + "[brakes]\noverlap = 1e3\n", "time-impossible", 6},
        Bad{"output_without_name", motion + "[[output]]\nat = 1.0\n", "missing-key", 5},
        Bad{"output_without_time", motion + "[[output]]\nname = \"gripper\"\n", "missing-key", 5},
        Bad{"output_some_time", motion + "[[output]]\nname = \"gripper\"\nat = \"soon\"\n", "time-impossible", 7},
        Bad{"output_of_the_brakes", motion + "[[output]]\nname = \"brakes\"\nat = 1\n", "name-reserved", 6},
        Bad{"output_line", motion + "[[output]]\nname = \"gripper\"\nat = 1\nline = 64\n", "line-impossible", 8},
        Bad{"output_line_taken",
            motion + "[[output]]\nname = \"a\"\nat = 1\n[[output]]\nname = \"b\"\nat = 1\nline = 1\n", "line-conflict",
            11},
        Bad{"output_without_mass", motion + "[[output]]\nname = \"a\"\nat = 1\npayload = { centre = [0, 0, 1] }\n",
            "missing-key", 8},
        Bad{"output_that_takes_and_leaves",
            motion + "[[output]]\nname = \"a\"\nat = 1\non = false\npayload = { mass = 1 }\n", "payload-unused", 9},
        Bad{"endless", "duration = 1e5\n" + motion, "too-long", 1}),
    [](const auto& bad) { return std::string(bad.param.name); });

TEST(Scenario, WarnsOfKeysThatNobodyReads) {
  const auto read =
      tests::scenario_of(motion + "[control]\nlaww = \"tracking\"\n[kontrol]\n", tests::robot_named("puma560"));
  ASSERT_TRUE(read.ok());
  ASSERT_EQ(read.findings().size(), 2u);
  EXPECT_EQ(read.findings()[0].code, "unknown-key");
  EXPECT_EQ(read.findings()[0].at.line, 6);
}

// A missing 'to' once made every key of the other tables unknown.
TEST(Scenario, ReadsTheOtherTablesBesideAWrongMotion) {
  const auto read = tests::scenario_of(
      "duration = 1.0\n[motion]\nform = \"point_to_point\"\nfrom = [0, 0, 0, 0, 0, 0]\nseconds = 2.0\n"
      "[control]\nlaw = \"tracking\"\npoles = -1.0\n[plant]\nfriction = \"none\"\nstart_moving = true\n"
      "[executive]\nperiod = 0.001\n[[fault]]\nkind = \"encoder_jumps\"\nat = 1.0\ndrive = \"joint1\"\ncounts = 5\n",
      tests::robot_named("puma560"));
  ASSERT_FALSE(read.ok());
  ASSERT_EQ(read.findings().size(), 2u);
  EXPECT_EQ(read.findings()[0].code, "missing-key");
  EXPECT_EQ(read.findings()[1].code, "not-positive");
  EXPECT_EQ(read.findings()[1].at.line, 8);
}

TEST(Scenario, WarnsOfPolesTooFastForThePeriod) {
  const auto warned = [](const std::string& poles, const std::string& period) {
    const auto read = tests::scenario_of(motion + "[control]\npoles = " + poles + "\n[executive]\nperiod = " + period,
                                         tests::robot_named("puma560"));
    return read.ok() && read.findings().size() == 1u && read.findings()[0].code == "poles-too-fast" &&
           read.findings()[0].at.line == 6 && read.findings()[0].at.column == 9;
  };
  EXPECT_TRUE(warned("5000", "0.001"));
  EXPECT_TRUE(warned("26", "0.01"));
  EXPECT_FALSE(warned("24", "0.01"));
  EXPECT_FALSE(warned("2400", "0.0001"));
}

TEST(Scenario, RefusesAnArmThatHasNothingToMove) {
  robot::Robot robot = tests::robot_named("puma560");
  for (auto& body : robot.parameters.body) body = {};
  robot.parameters.drive[3].inertia = 0.0;
  const auto read = tests::scenario_of(motion, robot);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.findings()[0].code, "mass-matrix-singular");
  EXPECT_NE(read.findings()[0].message.find("joint4"), std::string::npos);
}

TEST(Scenario, WarnsOfFaultsThatDoNotHappen) {
  const auto read =
      tests::scenario_of(motion + "[[fault]]\nkind = \"background_nan\"\nat = 9.0\n", tests::robot_named("puma560"));
  ASSERT_TRUE(read.ok());
  ASSERT_EQ(read.findings().size(), 2u);  // one rate has no background, and the motion is over
  for (const auto& finding : read.findings()) EXPECT_EQ(finding.code, "fault-idle");
}

TEST(Scenario, WarnsOfOutputsThatChangeNothing) {
  const auto read = tests::scenario_of(motion +
                                           "[[output]]\nname = \"a\"\nat = 1.0\n[[output]]\nname = \"a\"\nat = 0.5\n"
                                           "[[output]]\nname = \"b\"\nat = 900.0\n",
                                       tests::robot_named("puma560"));
  ASSERT_TRUE(read.ok());
  ASSERT_EQ(read.findings().size(), 2u);
  for (const auto& finding : read.findings()) EXPECT_EQ(finding.code, "output-idle");
  EXPECT_EQ(read.findings()[0].at.line, 13);
  EXPECT_EQ(read.findings()[1].at.line, 7);
  EXPECT_EQ(read.value().sequence.outputs.size(), 2u);
}

TEST(Scenario, RefusesAMotionBeyondTheLimitsOfTheRobot) {
  robot::Robot robot = tests::robot_named("puma560");
  robot.limits[0].upper = 0.5, robot.limits[1].velocity = 0.1;
  const auto read = tests::scenario_of(motion, robot);
  ASSERT_FALSE(read.ok());
  ASSERT_EQ(read.findings().size(), 2u);
  EXPECT_EQ(read.findings()[0].at.line, 3);
  EXPECT_NE(read.findings()[0].message.find("joint1"), std::string::npos);
  EXPECT_NE(read.findings()[1].message.find("joint2"), std::string::npos);
}

TEST(Scenario, WarnsOfFrictionThatHasNoEffect) {
  const auto puma = tests::robot_named("puma560");
  for (const auto& [text, code] : {std::pair{"[control]\nfriction_share = 0.5\n", "key-without-effect"},
                                   std::pair{"[plant]\nfriction = \"memory\"\n", "friction-without-memory"}}) {
    const auto read = tests::scenario_of(motion + text, puma);
    ASSERT_TRUE(read.ok()) << code;
    const auto found = std::ranges::find(read.findings(), code, &diagnostic::Diagnostic::code);
    ASSERT_NE(found, read.findings().end()) << code;
    EXPECT_EQ(found->at.line, 6) << code;
  }
}

}  // namespace
}  // namespace tauforge::simulate
