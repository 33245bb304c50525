// Start-up homing of virtual machines: potentiometer for the revolution, index pulse for the rest.
#include "tauforge/control/homing.h"

#include <gtest/gtest.h>

#include "arms.h"
#include "tauforge/simulate/virtual_robot.h"
#include "tests/support/random_robot.h"
#include "tests/support/robots.h"

namespace tauforge::simulate {
namespace {

using control::Homing;
using control::HomingFault;
using control::HomingPhase;

// A machine that nobody has calibrated: its axes know their steps, not where they are.
struct Machine {
  VirtualRobot robot;
  Plant model;
  control::Axes axes;
  control::Reading reading;
  double stiffness;

  Machine(const robot::Robot& description, const VirtualRobotSettings& settings, double stiff)
      : robot(description, settings),
        model(description),
        axes(uncalibrated(robot)),
        reading(robot.drives()),
        stiffness(stiff) {}
  static std::vector<control::Axis> uncalibrated(const VirtualRobot& robot) {
    std::vector<control::Axis> axes = robot.axes(500);
    for (control::Axis& axis : axes) axis.offset = 0;
    return axes;
  }
  // PD with gravity at the position as known, until homing is over; false: 30 s were not enough.
  bool home(Homing& homing) {
    const std::size_t n = robot.drives();
    std::vector<double> tau(n), volts(n);
    for (std::int64_t k = 0; k < 30'000 && !homing.over(); ++k) {
      robot.read(k * 1'000'000, reading);
      axes.update(reading, 1e-3);
      homing.step(reading, 1e-3, axes);
      model.gravity(axes.q(), true, tau);
      for (std::size_t i = 0; i < n; ++i)
        tau[i] += stiffness * (homing.q()[i] - axes.q()[i]) + stiffness / 10 * (homing.qd()[i] - axes.qd()[i]);
      axes.volts(tau, volts);
      robot.write(k * 1'000'000, {volts, 0});
    }
    return homing.over();
  }
};

// 200 lines, four counts each, geared down by 50: a revolution of the motor is 0.126 rad.
EncoderSettings encoder(int sign, std::int64_t index_at) {
  return {.step = 2 * M_PI / (800 * 50), .sign = sign, .counts_per_revolution = 800, .index_at = index_at};
}
robot::Robot pendulum() {
  robot::Drive<double> drive;
  drive.coulomb = 0.3, drive.viscous = 0.2;
  return tests::Pendulum{2, 0.5, 0.1, drive}.robot();
}

TEST(Homing, FindsTheExactOffsetFromAnyStart) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    tests::Random random(seed);
    VirtualRobotSettings settings;
    settings.start = {random.uniform(-2, 2)};
    settings.seed = seed;
    settings.encoders = {encoder(random.chance(0.5) ? 1 : -1, random.integer(0, 799))};
    Machine machine(pendulum(), settings, 200);
    Homing homing(machine.robot.homing_axes());
    ASSERT_TRUE(machine.home(homing));
    ASSERT_EQ(homing.phase(), HomingPhase::found) << describe(homing.fault(0));
    EXPECT_NEAR(machine.axes[0].offset, machine.robot.axes(500)[0].offset, 1e-12);
    EXPECT_NEAR(machine.axes.q()[0], machine.robot.q()[0], settings.encoders[0].step);
    EXPECT_LT(std::abs(machine.robot.q()[0] - settings.start[0]), 0.2) << "a slow search, not a run";
  }
}

TEST(Homing, HomesSixJointsAtOnce) {
  VirtualRobotSettings settings;
  settings.start = {0.3, -0.8, 0.4, 1.0, -0.2, 0.5};
  for (int i = 0; i < 6; ++i) settings.encoders.push_back(encoder(i % 2 ? 1 : -1, 100 * i));
  Machine machine(tests::robot_in_folder("puma260"), settings, 60);
  Homing homing(machine.robot.homing_axes());
  ASSERT_TRUE(machine.home(homing));
  ASSERT_EQ(homing.phase(), HomingPhase::found);
  const std::vector<control::Axis> truth = machine.robot.axes(500);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(machine.axes[i].offset, truth[i].offset, 1e-12);
    EXPECT_LT(std::abs(homing.residual(i)), 0.02);
  }
}

TEST(Homing, SaysThatThePotentiometerIsTooNoisyBeforeAnythingMoves) {
  VirtualRobotSettings settings = default_settings(pendulum());
  settings.start = {0.1};  // within what friction holds
  settings.encoders = {encoder(1, 0)};
  settings.potentiometers[0].noise = 0.3;  // about 1 rad
  Machine machine(pendulum(), settings, 0);
  Homing homing(machine.robot.homing_axes());
  ASSERT_TRUE(machine.home(homing));
  EXPECT_EQ(homing.fault(0), HomingFault::potentiometer_too_noisy);
  EXPECT_EQ(homing.qd()[0], 0.0);
}

TEST(Homing, NeverFindsAWrongRevolutionHoweverTheNoise) {
  int found = 0, refused = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    tests::Random random(seed);
    VirtualRobotSettings settings = default_settings(pendulum());
    settings.start = {random.uniform(-0.5, 0.5)};
    settings.seed = seed;
    settings.encoders = {encoder(1, 400)};
    settings.potentiometers[0].noise = random.uniform(0.005, 0.03);
    Machine machine(pendulum(), settings, 200);
    std::vector<control::HomingAxis> axes = machine.robot.homing_axes();
    axes[0].samples = 30, axes[0].speed = 0.3, axes[0].acceleration = 3;
    Homing homing(axes);
    ASSERT_TRUE(machine.home(homing));
    if (homing.phase() == HomingPhase::failed) {
      ++refused;
    } else {
      ++found;
      EXPECT_NEAR(machine.axes[0].offset, machine.robot.axes(500)[0].offset, 1e-12);
    }
  }
  EXPECT_GT(found, 5);
  EXPECT_GT(refused, 5);
}

TEST(Homing, SaysThatPotentiometerAndIndexContradictEachOther) {
  VirtualRobotSettings settings;
  settings.start = {0.2};
  settings.encoders = {encoder(1, 0)};
  Machine machine(pendulum(), settings, 200);
  std::vector<control::HomingAxis> axes = machine.robot.homing_axes();
  axes[0].index_position += 2 * M_PI / 50 / 2;  // mounted half a revolution off
  Homing homing(axes);
  ASSERT_TRUE(machine.home(homing));
  EXPECT_EQ(homing.fault(0), HomingFault::revolution_ambiguous);
}

TEST(Homing, SaysThatNoIndexArrives) {
  VirtualRobotSettings settings;
  settings.start = {0.2};
  settings.encoders = {encoder(1, 0)};
  settings.encoders[0].counts_per_revolution = 0;  // the wire of the index is broken
  Machine machine(pendulum(), settings, 200);
  std::vector<control::HomingAxis> axes = machine.robot.homing_axes();
  axes[0].counts_per_revolution = 800;
  Homing homing(axes);
  ASSERT_TRUE(machine.home(homing));
  EXPECT_EQ(homing.fault(0), HomingFault::no_index);
  EXPECT_LT(std::abs(machine.robot.q()[0] - 0.2), 0.2);
}

TEST(Homing, OneFaultStopsAllDrives) {
  std::vector<control::HomingAxis> both(2);
  for (auto& axis : both) axis.counts_per_revolution = 800, axis.samples = 2, axis.middle = 10;
  Homing homing(both);
  control::Axes axes(std::vector<control::Axis>(2, {.step = 1e-3}));
  control::Reading reading(2);
  reading.potentiometers[1] = 1;  // turns noisy below
  for (int k = 0; k < 40; ++k) {
    reading.potentiometers[1] = k % 2 ? 3 : 1;
    axes.update(reading, 0.01);
    homing.step(reading, 0.01, axes);
  }
  EXPECT_EQ(homing.phase(), HomingPhase::failed);
  EXPECT_EQ(homing.fault(0), HomingFault::none);
  EXPECT_EQ(homing.fault(1), HomingFault::potentiometer_too_noisy);
  EXPECT_EQ(homing.qd()[0], 0.0);
}

}  // namespace
}  // namespace tauforge::simulate
