// The calibration of a machine.
#include "tauforge/control/axes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace tauforge::control {
namespace {

TEST(Axes, TurnsCountsIntoPositions) {
  Axes axes({{.step = 0.01, .offset = 0.5}, {.step = -0.002, .offset = -1}});
  Reading reading(2);
  reading.counts = {30, 100};
  axes.update(reading, 0.001);
  EXPECT_DOUBLE_EQ(axes.q()[0], 0.8);
  EXPECT_DOUBLE_EQ(axes.q()[1], -1.2);
  EXPECT_EQ(axes.qd()[0], 0.0) << "the first look finds the arm at rest";
}

TEST(Axes, FollowsAStepOfSpeedByTheFirstOrderLagOfItsCutOff) {
  const double dt = 1e-3, w = 50, speed = 0.7;
  Axes axes({{.step = speed * dt, .cut_off = w}});  // one count per period
  Reading reading(1);
  axes.update(reading, dt);
  for (int k = 1; k <= 100; ++k) {
    ++reading.counts[0];
    axes.update(reading, dt);
    EXPECT_NEAR(axes.qd()[0], speed * (1 - std::exp(-w * k * dt)), 1e-12);
  }
}

TEST(Axes, WithoutACutOffGivesTheDifferenceItself) {
  Axes axes({{.step = 0.01, .cut_off = std::numeric_limits<double>::infinity()}});
  Reading reading(1);
  axes.update(reading, 0.1);
  reading.counts[0] = -3;
  axes.update(reading, 0.1);
  EXPECT_DOUBLE_EQ(axes.qd()[0], -0.3);
}

TEST(Axes, TellsVoltsWithinTheirLimit) {
  const Axes axes({{.torque_per_volt = 2}, {.torque_per_volt = -0.5, .max_volts = 5}});
  std::array<double, 2> volts{};
  EXPECT_FALSE(axes.volts(std::array{3.0, 1.0}, volts));
  EXPECT_EQ(volts, (std::array{1.5, -2.0}));
  EXPECT_TRUE(axes.volts(std::array{-30.0, 1.0}, volts));
  EXPECT_EQ(volts[0], -10.0);
}

TEST(Axes, MovesItsOriginWithoutASpeed) {
  Axes axes({{.step = 0.01, .offset = 0.0}, {}});
  Reading reading(2);
  reading.counts[0] = 40;
  axes.update(reading, 0.1);
  axes.set_position(0, 30, 7.0);
  EXPECT_DOUBLE_EQ(axes.q()[0], 7.1);
  axes.update(reading, 0.1);
  EXPECT_DOUBLE_EQ(axes.q()[0], 7.1);
  EXPECT_EQ(axes.qd()[0], 0.0);
}

}  // namespace
}  // namespace tauforge::control
