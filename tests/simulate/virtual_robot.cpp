// The virtual robot behind the interface of cards.
#include "tauforge/simulate/virtual_robot.h"

#include <gtest/gtest.h>

#include "arms.h"
#include "tauforge/control/axes.h"

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
  robot.write(0, std::vector<double>{1.0}, 0);
  robot.read(100 * ms, reading);
  const double q = 0.5 * 1.0 * 0.1 * 0.1 / (2 * 0.1);
  EXPECT_NEAR(robot.q()[0], q, 1e-14);
  EXPECT_NEAR(robot.qd()[0], 0.5 * 0.1 / 0.1, 1e-13);
  EXPECT_EQ(reading.counts[0], 25);
}

}  // namespace
}  // namespace tauforge::simulate
