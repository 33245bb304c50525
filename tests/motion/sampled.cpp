#include "tauforge/motion/sampled.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "tauforge/motion/fourier.h"
#include "tauforge/motion/time_law.h"

namespace tauforge::motion {
namespace {

struct Values {
  std::array<double, 1> q{}, qd{}, qdd{};
};
template <class Motion> Values values_of(const Motion& motion, double t) {
  Values v;
  motion.evaluate(t, v.q, v.qd, v.qdd);
  return v;
}

TEST(Sampled, IsTheMotionAtItsSamples) {
  const Fourier wave(2.0, {0.3}, {{0.4, -0.4}}, {{0.2, -0.1}});
  const Sampled sampled(wave, 0.01);
  for (int k = 0; k <= 200; ++k) {
    const Values a = values_of(wave, 0.01 * k), b = values_of(sampled, 0.01 * k);
    EXPECT_DOUBLE_EQ(a.q[0], b.q[0]);
    EXPECT_DOUBLE_EQ(a.qd[0], b.qd[0]);
    EXPECT_DOUBLE_EQ(a.qdd[0], b.qdd[0]);
  }
}

// 3-4-5 is of fifth degree itself, so nothing is lost between samples; a wave loses little, and less with finer ones.
TEST(Sampled, IsExactBetweenSamplesForQuinticsAndOfSixthOrderForOthers) {
  const PointToPoint quintic({-1.0}, {2.0}, 1.0, TimeLaw::poly345);
  const Sampled sampled(quintic, 0.1);
  for (double t = 0.0; t <= 1.0; t += 0.0137) {
    EXPECT_NEAR(values_of(quintic, t).q[0], values_of(sampled, t).q[0], 1e-13);
    EXPECT_NEAR(values_of(quintic, t).qdd[0], values_of(sampled, t).qdd[0], 1e-10);
  }
  const Fourier wave(1.0, {0.0}, {{1.0}}, {{0.0}});
  const auto error = [&](double period) {
    const Sampled coarse(wave, period);
    double largest = 0.0;
    for (double t = 0.0; t < 1.0; t += 0.00171)
      largest = std::max(largest, std::abs(values_of(wave, t).q[0] - values_of(coarse, t).q[0]));
    return largest;
  };
  EXPECT_NEAR(std::log2(error(0.1) / error(0.05)), 6.0, 0.3);
}

// A ramp keeps its speed to its very end, also where that lies between two samples.
TEST(Sampled, KeepsTheSpeedOfAMotionThatEndsBetweenTwoSamples) {
  const PointToPoint ramp({0.0}, {1.05}, 1.05, TimeLaw::ramp);
  const Sampled sampled(ramp, 0.1);
  for (double t = 0.9; t < 1.05; t += 0.007) {
    const Values v = values_of(sampled, t);
    EXPECT_NEAR(v.q[0], t, 1e-12);
    EXPECT_NEAR(v.qd[0], 1.0, 1e-10);
    EXPECT_NEAR(v.qdd[0], 0.0, 1e-8);
  }
}

TEST(Sampled, RestsWhereTheMotionEnded) {
  const PointToPoint ramp({0.0}, {1.0}, 1.05, TimeLaw::ramp);  // ends between two samples, and moving
  const Sampled sampled(ramp, 0.1);
  for (const double t : {1.06, 1.1, 1.2, 1e6}) {
    const Values v = values_of(sampled, t);
    EXPECT_DOUBLE_EQ(v.q[0], 1.0);
    EXPECT_EQ(v.qd[0], 0.0);
    EXPECT_EQ(v.qdd[0], 0.0);
  }
  EXPECT_EQ(values_of(sampled, -1.0).q[0], 0.0);
}

// A wave without an end, also where its length is not a multiple of the samples' period.
TEST(Sampled, BeginsAgainWhenItIsEndless) {
  const Fourier wave(2.0, {0.3}, {{0.4, -0.4}}, {{0.2, -0.1}});
  for (const double period : {0.01, 0.0137}) {
    const Sampled endless(wave, period, true);
    EXPECT_TRUE(std::isinf(endless.duration()));
    for (double t = 0.0; t < 2.0; t += 0.0173)
      for (const double rounds : {1.0, 2.0, 1000.0}) {
        EXPECT_NEAR(values_of(endless, t + 2.0 * rounds).q[0], values_of(wave, t).q[0], 1e-9);
        EXPECT_NEAR(values_of(endless, t + 2.0 * rounds).qd[0], values_of(wave, t).qd[0], 1e-7);
        EXPECT_NEAR(values_of(endless, t + 2.0 * rounds).qdd[0], values_of(wave, t).qdd[0], 1e-4);
      }
  }
}

}  // namespace
}  // namespace tauforge::motion
