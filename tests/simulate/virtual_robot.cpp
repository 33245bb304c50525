// The virtual robot behind the interface of cards.
#include "tauforge/simulate/virtual_robot.h"

#include <gtest/gtest.h>

#include "arms.h"
#include "tauforge/control/axes.h"
#include "tests/support/random_robot.h"
#include "tests/support/robots.h"
#include "tests/support/values.h"

namespace tauforge::simulate {
namespace {

using tests::Pendulum;
constexpr std::int64_t ms = 1'000'000;

// 1 V for 0.1 s on a flywheel: q = k u t^2 / (2 J), seen through the encoder.
TEST(VirtualRobot, TurnsAFlywheelByTheTorqueOfItsVolts) {
  const Pendulum flywheel{0, 0, 0.1, {}};
  VirtualRobotSettings settings;
  settings.encoders = {EncoderSettings{1e-3}};
  settings.amplifiers = {DriveSettings{0.5}};
  settings.converter.bits = 0;
  VirtualRobot robot(flywheel.robot(), settings);
  control::Reading reading(1);
  robot.write(0, {std::vector<double>{1.0}, 0});
  robot.read(100 * ms, reading);
  const double q = 0.5 * 1.0 * 0.1 * 0.1 / (2 * 0.1);
  EXPECT_NEAR(robot.q()[0], q, 1e-14);
  EXPECT_NEAR(robot.qd()[0], 0.5 * 0.1 / 0.1, 1e-13);
  EXPECT_EQ(reading.counts[0], 25);
}

// Torque k u (1 - exp(-t/T)) on a flywheel: qd = k u (t - T (1 - exp(-t/T))) / J.
TEST(VirtualRobot, HasTheLagOfItsDrives) {
  VirtualRobotSettings settings;
  settings.amplifiers = {DriveSettings{.torque_per_volt = 0.5, .time_constant = 0.02}};
  settings.converter.bits = 0;
  VirtualRobot robot(Pendulum{0, 0, 0.1, {}}.robot(), settings);
  const double t = 0.05, lag = 1 - std::exp(-t / 0.02);
  robot.write(0, {std::vector<double>{2.0}, 0});
  robot.advance(50 * ms);
  EXPECT_NEAR(robot.qd()[0], 1.0 * (t - 0.02 * lag) / 0.1, 1e-10);
  EXPECT_NEAR(robot.torque()[0], lag, 1e-12);
}

TEST(VirtualRobot, DoesNotDependOnHowOftenItIsLookedAt) {
  const robot::Robot arm = tests::robot_in_folder("puma260");
  VirtualRobotSettings settings;
  settings.start = {0.1, -0.6, 0.4, 0.3, 0.5, -0.2};
  settings.integrator.step = 1e-4;
  VirtualRobot often(arm, settings), seldom(arm, settings);
  control::Reading reading(6);
  const std::vector<double> volts{1, -3, 2, 0.5, -0.5, 0.2};
  often.write(0, {volts, 0}), seldom.write(0, {volts, 0});
  for (std::int64_t t = 0; t <= 200 * ms; t += 137'000) often.read(t, reading);
  often.advance(200 * ms), seldom.advance(200 * ms);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(often.q()[i], seldom.q()[i], 1e-7);
}

TEST(VirtualRobot, RunsTheSameForTheSameSeed) {
  const robot::Robot arm = tests::robot_in_folder("puma260");
  const auto run = [&](std::uint64_t seed) {
    VirtualRobotSettings settings;
    settings.start.assign(6, 0.3);
    settings.seed = seed;
    VirtualRobot robot(arm, settings);
    control::Reading reading(6);
    std::vector<double> volts(6), seen;
    for (std::int64_t k = 0; k < 100; ++k) {
      robot.read(k * ms, reading);
      for (std::size_t i = 0; i < 6; ++i) volts[i] = reading.potentiometers[i] - 2.5;
      robot.write(k * ms, {volts, 0});
      seen.insert(seen.end(), robot.q().begin(), robot.q().end());
    }
    return seen;
  };
  EXPECT_EQ(run(5), run(5));
  EXPECT_NE(run(5), run(6));
}

TEST(VirtualRobot, StaysWhereItIsPutWhenItsDrivesCarryGravity) {
  VirtualRobotSettings settings;
  settings.start = {0.1, -0.6, 0.4, 0.3, 0.5, -0.2};
  settings.friction = false;
  settings.drives_carry_gravity = true;
  VirtualRobot robot(tests::robot_in_folder("puma260"), settings);
  robot.advance(1000 * ms);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(robot.q()[i], settings.start[i], 1e-9);
  robot.set_payload({2, {0, 0, 0.2}, {0.1, 0.1, 0.1, 0, 0, 0}});  // of which the drives know nothing
  robot.advance(1300 * ms);
  EXPECT_GT(std::abs(robot.q()[1] - settings.start[1]), 0.01);
}

TEST(VirtualRobot, LiesAfterAFaultWhileTheTruthGoesOn) {
  VirtualRobotSettings settings;
  settings.encoders = {EncoderSettings{1e-3}};
  settings.amplifiers = {DriveSettings{0.5}};
  settings.converter.bits = 0;
  VirtualRobot robot(Pendulum{0, 0, 0.1, {}}.robot(), settings);
  control::Axes axes(robot.axes(100));
  control::Reading reading(1);
  robot.write(0, {std::vector<double>{1.0}, 0});
  robot.read(100 * ms, reading);
  robot.freeze_encoder(0);
  robot.read(200 * ms, reading);
  axes.update(reading, 0.1);
  EXPECT_NEAR(axes.q()[0], 0.025, 5e-4);
  EXPECT_NEAR(robot.q()[0], 0.1, 1e-12);
  robot.freeze_encoder(0, false);
  robot.jump_encoder(0, 50);
  robot.read(200 * ms, reading);
  axes.update(reading, 0.0);
  EXPECT_NEAR(axes.q()[0], 0.075, 5e-4);
}

TEST(VirtualRobot, ReportsAMotorThatIsTooHot) {
  VirtualRobotSettings settings;
  settings.amplifiers = {DriveSettings{1.0}};
  settings.thermal = {ThermalSettings{.rated = 2, .time_constant = 1}};
  VirtualRobot robot(Pendulum{0, 0, 50, {}}.robot(), settings);
  control::Reading reading(1);
  robot.write(0, {std::vector<double>{4.0}, 0});
  const double opens = -std::log(1 - 0.25);
  robot.read(static_cast<std::int64_t>(1e9 * (opens - 0.01)), reading);
  EXPECT_EQ(reading.hot, 0u);
  robot.read(static_cast<std::int64_t>(1e9 * (opens + 0.01)), reading);
  EXPECT_EQ(reading.hot, 1u);
}

TEST(VirtualRobot, StopsByItsBrakesAndGoesOnWithoutThem) {
  VirtualRobotSettings settings;
  settings.amplifiers = {DriveSettings{1.0}};
  settings.converter.bits = 0;
  settings.brakes = {4};
  const double J = 0.5;
  VirtualRobot robot(Pendulum{0, 0, J, {}}.robot(), settings);
  robot.write(0, {std::vector<double>{1.0}, 0});
  robot.write(1000 * ms, {std::vector<double>{1.0}, control::brakes});  // at 2 rad/s, 1 rad
  // for 0.05 s they fall and the motor goes on at 2 rad/s^2; then 6 rad/s^2 less
  const double delay = 0.05, v = 2 + 2 * delay;
  control::Reading reading(1);
  robot.read(1049 * ms, reading);
  EXPECT_EQ(reading.engaged, 0u);
  EXPECT_NEAR(robot.qd()[0], 2 + 2 * 0.049, 1e-9);
  robot.read(1051 * ms, reading);
  EXPECT_EQ(reading.engaged, 1u);
  EXPECT_NEAR(robot.qd()[0], v - 6 * 0.001, 1e-9);
  robot.advance(1050 * ms + static_cast<std::int64_t>(1e9 * v / 6) - ms);
  EXPECT_GT(robot.qd()[0], 0.0);
  robot.advance(5000 * ms);
  EXPECT_EQ(robot.qd()[0], 0.0);
  EXPECT_NEAR(robot.q()[0], 1 + 2 * delay + delay * delay + v * v / (2 * 6), 1e-9);
  robot.write(5000 * ms, {std::vector<double>{1.0}, 0});
  robot.advance(6000 * ms);
  EXPECT_NEAR(robot.qd()[0], 2.0, 1e-9);
}

TEST(VirtualRobot, RemembersItsDigitalOutputs) {
  VirtualRobot robot(Pendulum{}.robot(), {});
  robot.write(0, {std::vector<double>{0}, 0b10});
  robot.write(5 * ms, {std::vector<double>{0}, 0b11});
  EXPECT_EQ(robot.digital().bits(), 0b11u);
  ASSERT_EQ(robot.digital().changes().size(), 2u);
  EXPECT_EQ(robot.digital().changes()[1].now, 5 * ms);
}

TEST(VirtualRobot, HasTenVoltsForTheGreatestTorqueOfItsFile) {
  const VirtualRobotSettings panda = default_settings(tests::robot_in_folder("panda"));
  EXPECT_DOUBLE_EQ(panda.amplifiers[0].torque_per_volt, 8.7);
  EXPECT_DOUBLE_EQ(panda.amplifiers[6].limit, 12);
  // the file of the PUMA 260 has no limits: enough to carry the arm in any position, with reserve
  const robot::Robot puma = tests::robot_in_folder("puma260");
  const VirtualRobotSettings settings = default_settings(puma);
  tests::Random random(1);
  for (int k = 0; k < 100; ++k) {
    const auto needed = tests::torque(puma, tests::at_rest(tests::random_state(random, puma, false)));
    for (std::size_t i = 0; i < 6; ++i) EXPECT_LT(1.5 * std::abs(needed[i]), settings.amplifiers[i].limit);
  }
}

}  // namespace
}  // namespace tauforge::simulate
