// Machine files: what they say arrives, what is written reads back, and every mistake is shown at its place.
#include "tauforge/cards/machine_file.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/files/read_robot.h"
#include "tauforge/robot/assemble.h"

namespace tauforge::cards {
namespace {

// A slide with a hinge on it.
const robot::Robot& crane() {
  static const robot::Robot robot = [] {
    const auto description = files::read_robot(files::source_from_text("crane.toml", R"(schema = 1
name = "crane"
[[link]]
name = "rail"
[[link]]
name = "cart"
mass = 4.0
inertia = [0.1, 0.1, 0.1, 0, 0, 0]
[[link]]
name = "boom"
mass = 2.0
inertia = [0.1, 0.1, 0.1, 0, 0, 0]
[[joint]]
name = "slide"
parent = "rail"
child = "cart"
type = "prismatic"
axis = [1, 0, 0]
[joint.limits]
lower = 0.0
upper = 3.0
torque = 80.0
[[joint]]
name = "hinge"
parent = "cart"
child = "boom"
type = "revolute"
axis = [0, 1, 0]
)"));
    return robot::assemble(description.value()).take();
  }();
  return robot;
}

diagnostic::Result<MachineFile> read(const std::string& text) {
  return read_machine(files::source_from_text("machine.toml", text), crane());
}

// "line:column code" of every error.
std::vector<std::string> errors(const std::string& text) {
  std::vector<std::string> list;
  const auto result = read(text);
  for (const auto& f : result.findings())
    if (f.severity == diagnostic::Severity::error)
      list.push_back(std::to_string(f.at.line) + ":" + std::to_string(f.at.column) + " " + f.code);
  return list;
}

using Errors = std::vector<std::string>;

const std::string slide = "[[drive]]\nname = \"slide\"\nencoder_step = 1e-5\ntorque_per_volt = 8\n";
const std::string hinge = "[[drive]]\nname = \"hinge\"\nencoder_step = -1e-4\ntorque_per_volt = -2\n";

TEST(MachineFile, GivesEveryDriveItsCalibrationInTheOrderOfTheRobot) {
  const auto result = read(R"(schema = 1
title = "the crane in the hall"
[driver]
options = "card=3"
[brakes]
delay = 0.035
[[drive]]
name = "hinge"
encoder_step_deg = -0.18
encoder_offset_deg = 90
torque_per_volt = -2.5
torque_per_ampere = 0.4
potentiometer = { volts_per_unit = -0.8, volts_at_zero = 2.5, highest_volts = 4.9, error = 0.01 }
index = { counts_per_revolution = 2000, position_deg = 30 }
[[drive]]
name = "slide"
encoder_step = 1e-5
encoder_offset = 0.25
torque_per_volt = 8
max_volts = 5
potentiometer = { volts_per_unit = 1.5 }
index = { counts_per_revolution = 500, position = 0.1 }
)");
  ASSERT_TRUE(result.ok()) << to_text(result.findings().front());
  EXPECT_TRUE(result.findings().empty());
  const MachineFile& m = result.value();
  ASSERT_EQ(m.axes.size(), 2u);
  EXPECT_EQ(m.axes[0].step, 1e-5);
  EXPECT_EQ(m.axes[0].offset, 0.25);
  EXPECT_EQ(m.axes[0].torque_per_volt, 8.0);
  EXPECT_EQ(m.axes[0].max_volts, 5.0);
  EXPECT_NEAR(m.axes[1].step, -0.18 * M_PI / 180, 1e-18);
  EXPECT_EQ(m.axes[1].offset, M_PI / 2);
  EXPECT_EQ(m.axes[1].torque_per_volt, -2.5);
  EXPECT_EQ(m.axes[1].max_volts, 10.0);
  EXPECT_EQ(m.torque_per_ampere, (std::vector<double>{0.0, 0.4}));
  ASSERT_EQ(m.potentiometers.size(), 2u);
  EXPECT_EQ(m.potentiometers[1].volts_per_unit, -0.8);
  EXPECT_EQ(m.potentiometers[1].volts_at_zero, 2.5);
  EXPECT_EQ(m.potentiometers[1].highest, 4.9);
  EXPECT_TRUE(std::isinf(m.potentiometers[0].highest));
  ASSERT_EQ(m.homing.size(), 2u);
  EXPECT_EQ(m.homing[0].counts_per_revolution, 500);
  EXPECT_EQ(m.homing[0].index_position, 0.1);
  EXPECT_EQ(m.homing[0].middle, 1.5);  // of 0 to 3 m
  EXPECT_NEAR(m.homing[1].index_position, M_PI / 6, 1e-15);
  EXPECT_EQ(m.homing[1].volts_per_unit, -0.8);
  EXPECT_EQ(m.homing[1].volts_at_zero, 2.5);
  EXPECT_EQ(m.homing[1].potentiometer_error, 0.01);
  EXPECT_EQ(m.brake_delay, 0.035);
  EXPECT_EQ(m.driver_options, "card=3");
}

TEST(MachineFile, ReadsBackWhatWasWritten) {
  MachineFile m;
  m.axes = {{1e-5 / 3, 0.1, 8.25, 5.5}, {-1e-4 / 7, -2.0 / 3, -2.5, 10}};
  m.torque_per_ampere = {0.0, 0.4};
  m.potentiometers = {{1.5, 0.1}, {-0.8, 2.5, 0.25, 4.75}};
  m.homing.resize(2);
  for (std::size_t j = 0; j < 2; ++j) {
    m.homing[j].counts_per_revolution = 500 + static_cast<std::int64_t>(j), m.homing[j].index_position = 0.1 / 3;
    m.homing[j].volts_per_unit = m.potentiometers[j].volts_per_unit;
    m.homing[j].volts_at_zero = m.potentiometers[j].volts_at_zero, m.homing[j].potentiometer_error = 0.001;
  }
  m.brake_delay = 0.035, m.driver_options = "a=\"quoted\" b=\\";
  const auto again = read(write_machine(m, crane()));
  ASSERT_TRUE(again.ok()) << to_text(again.findings().front());
  const MachineFile& r = again.value();
  for (std::size_t j = 0; j < 2; ++j) {
    EXPECT_EQ(r.axes[j].step, m.axes[j].step);
    EXPECT_EQ(r.axes[j].offset, m.axes[j].offset);
    EXPECT_EQ(r.axes[j].torque_per_volt, m.axes[j].torque_per_volt);
    EXPECT_EQ(r.axes[j].max_volts, m.axes[j].max_volts);
    EXPECT_EQ(r.torque_per_ampere[j], m.torque_per_ampere[j]);
    EXPECT_EQ(r.potentiometers[j].volts_per_unit, m.potentiometers[j].volts_per_unit);
    EXPECT_EQ(r.potentiometers[j].volts_at_zero, m.potentiometers[j].volts_at_zero);
    EXPECT_EQ(r.potentiometers[j].lowest, m.potentiometers[j].lowest);
    EXPECT_EQ(r.potentiometers[j].highest, m.potentiometers[j].highest);
    EXPECT_EQ(r.homing[j].counts_per_revolution, m.homing[j].counts_per_revolution);
    EXPECT_EQ(r.homing[j].index_position, m.homing[j].index_position);
    EXPECT_EQ(r.homing[j].volts_at_zero, m.homing[j].volts_at_zero);
    EXPECT_EQ(r.homing[j].potentiometer_error, 0.001);
  }
  EXPECT_EQ(r.brake_delay, m.brake_delay);
  EXPECT_EQ(r.driver_options, m.driver_options);
}

TEST(MachineFile, NeedsNeitherPotentiometersNorIndexPulses) {
  const auto result = read(slide + hinge);
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result.value().potentiometers.empty());
  EXPECT_TRUE(result.value().homing.empty());
  EXPECT_EQ(result.value().brake_delay, 0.05);
}

TEST(MachineFile, WantsEveryDriveOnce) {
  EXPECT_EQ(errors(slide), (Errors{"1:1 drive-missing"}));
  EXPECT_EQ(errors(slide + hinge + hinge), (Errors{"10:8 drive-twice"}));
  EXPECT_EQ(errors(slide + hinge + "[[drive]]\nname = \"hook\"\n"), (Errors{"10:8 unknown-drive"}));
  EXPECT_EQ(errors("schema = 1\n"), (Errors{"1:1 drive-missing", "1:1 drive-missing"}));
}

TEST(MachineFile, PointsAtWhatCannotBe) {
  const std::string name = slide + "[[drive]]\nname = \"hinge\"\n";
  EXPECT_EQ(errors(name + "encoder_step = 1e-4\n"), (Errors{"5:1 missing-key"}));
  EXPECT_EQ(errors(name + "encoder_step = 0\ntorque_per_volt = 1\n"), (Errors{"7:16 value-impossible"}));
  EXPECT_EQ(errors(name + "encoder_step = 1\ntorque_per_volt = 0.0\n"), (Errors{"8:19 value-impossible"}));
  EXPECT_EQ(errors(name + "encoder_step = \"fine\"\ntorque_per_volt = 1\n"), (Errors{"7:16 wrong-type"}));
  EXPECT_EQ(errors(name + "encoder_step = inf\ntorque_per_volt = 1\n"), (Errors{"7:16 not-finite"}));
  EXPECT_EQ(errors(slide + hinge + "max_volts = -10\n"), (Errors{"9:13 not-positive"}));
  EXPECT_EQ(errors(slide + hinge + "torque_per_ampere = 0\n"), (Errors{"9:21 value-impossible"}));
  EXPECT_EQ(errors(slide + hinge + "encoder_step_deg = 1\n").size(), 1u);  // in two units
  EXPECT_EQ(errors("[[drive]]\nname = \"slide\"\nencoder_step_deg = 1\ntorque_per_volt = 1\n" + hinge),
            (Errors{"3:20 key-not-applicable"}));  // it slides
  EXPECT_EQ(errors("[brakes]\ndelay = -1\n" + slide + hinge), (Errors{"2:9 time-impossible"}));
  EXPECT_EQ(errors("schema = 2\n" + slide + hinge), (Errors{"1:10 schema-unknown"}));
  EXPECT_EQ(errors("what is this"), (Errors{"1:6 toml-syntax"}));
}

TEST(MachineFile, RefusesAMisspeltKeyInsteadOfIgnoringIt) {
  EXPECT_EQ(errors(slide + hinge + "max_volt = 2\n"), (Errors{"9:1 unknown-key"}));
  EXPECT_EQ(errors("[brake]\ndelay = 1\n" + slide + hinge), (Errors{"1:2 unknown-key"}));  // where the word begins
}

TEST(MachineFile, WantsPotentiometersOfAllDrivesOrOfNone) {
  const std::string pot = "potentiometer = { volts_per_unit = 1 }\n",
                    index = "index = { counts_per_revolution = 10 }\n";
  EXPECT_EQ(errors(slide + pot + hinge), (Errors{"6:1 calibration-incomplete"}));
  EXPECT_EQ(errors(slide + pot + index + hinge + pot), (Errors{"7:1 calibration-incomplete"}));
  EXPECT_EQ(errors(slide + "potentiometer = { volts_per_unit = 0 }\n" + hinge + pot),
            (Errors{"5:36 value-impossible"}));
  EXPECT_EQ(errors(slide + pot + "index = { counts_per_revolution = 1.5 }\n" + hinge + pot + index),
            (Errors{"6:35 not-whole"}));
  EXPECT_EQ(
      errors(slide + "potentiometer = { volts_per_unit = 1, lowest_volts = 3, highest_volts = 2 }\n" + hinge + pot),
      (Errors{"5:73 value-impossible"}));
  const auto idle = read(slide + index + hinge + index);  // which revolution is it?
  ASSERT_TRUE(idle.ok());
  EXPECT_TRUE(idle.value().homing.empty());
  ASSERT_EQ(idle.findings().size(), 1u);
  EXPECT_EQ(idle.findings()[0].code, "index-idle");
}

}  // namespace
}  // namespace tauforge::cards
