// Time laws and splines against what can be said about them on paper.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "tauforge/motion/spline.h"
#include "tauforge/motion/time_law.h"

namespace tauforge::motion {
namespace {

constexpr std::array laws{TimeLaw::ramp, TimeLaw::cubic, TimeLaw::poly345, TimeLaw::poly4567, TimeLaw::cycloid};

struct At {
  double q = 0, qd = 0, qdd = 0;
};
At at(const Trajectory& motion, double t) {
  At x;
  motion.evaluate(t, {&x.q, 1}, {&x.qd, 1}, {&x.qdd, 1});
  return x;
}

TEST(TimeLaw, GoesFromZeroToOneThroughTheMiddleAtHalfTime) {
  for (const TimeLaw law : laws) {
    EXPECT_EQ(way(law, 0.0).s, 0.0);
    EXPECT_NEAR(way(law, 1.0).s, 1.0, 1e-15);
    EXPECT_NEAR(way(law, 0.5).s, 0.5, 1e-15);
    EXPECT_NEAR(way(law, 0.3).s + way(law, 0.7).s, 1.0, 1e-15);
    EXPECT_EQ(way(law, 1.5).s, 1.0);
    EXPECT_EQ(way(law, 1.5).sd, 0.0);
    EXPECT_EQ(way(law, -0.5).s, 0.0);
  }
}

TEST(TimeLaw, HasTheDerivativesOfItsWay) {
  const double h = 1e-5;
  for (const TimeLaw law : laws)
    for (double u = 0.05; u < 1.0; u += 0.05) {
      EXPECT_NEAR(way(law, u).sd, (way(law, u + h).s - way(law, u - h).s) / (2 * h), 1e-8);
      EXPECT_NEAR(way(law, u).sdd, (way(law, u + h).sd - way(law, u - h).sd) / (2 * h), 1e-6);
    }
}

TEST(TimeLaw, RestsAtItsEndsAsFarAsItPromises) {
  for (const double u : {0.0, 1.0}) {
    EXPECT_EQ(way(TimeLaw::cubic, u).sd, 0.0);
    for (const TimeLaw law : {TimeLaw::poly345, TimeLaw::poly4567, TimeLaw::cycloid}) {
      EXPECT_NEAR(way(law, u).sd, 0.0, 1e-15);
      EXPECT_NEAR(way(law, u).sdd, 0.0, 2e-15);
    }
  }
  // jerk at the end: 60 for 3-4-5, none for 4-5-6-7
  const double h = 1e-6;
  EXPECT_NEAR(way(TimeLaw::poly345, h).sdd / h, 60.0, 1e-3);
  EXPECT_NEAR(way(TimeLaw::poly4567, h).sdd / h, 0.0, 1e-3);
}

TEST(TimeLaw, HasTheLargestSpeedAndAccelerationOfTheLiterature) {
  const std::array<double, 5> speed{1.0, 1.5, 1.875, 2.1875, 2.0};
  const std::array<double, 5> acceleration{0.0, 6.0, 10.0 / std::sqrt(3.0), 84.0 * std::sqrt(5.0) / 25.0,
                                           2.0 * std::numbers::pi};
  for (std::size_t k = 0; k < laws.size(); ++k) {
    double v = 0.0, a = 0.0;
    for (int i = 0; i <= 100000; ++i) {
      const Way x = way(laws[k], i / 100000.0);
      v = std::max(v, std::abs(x.sd)), a = std::max(a, std::abs(x.sdd));
    }
    EXPECT_NEAR(v, speed[k], 1e-8);
    EXPECT_NEAR(a, acceleration[k], 1e-7);
  }
}

TEST(PointToPoint, IsTheMotionOfTheStanfordArmWithTheCycloid) {
  // theta = theta(0) + A (t - sin(B t) / B), A = pi/30, B = 2 pi/10, for 10 s: the first example of [AMR89]
  const double A = std::numbers::pi / 30, B = 2 * std::numbers::pi / 10, start = std::numbers::pi / 2;
  const PointToPoint motion({start}, {start + 10 * A}, 10.0, TimeLaw::cycloid);
  for (const double t : {0.0, 1.3, 5.0, 8.8, 10.0}) {
    const At x = at(motion, t);
    EXPECT_NEAR(x.q, start + A * (t - std::sin(B * t) / B), 1e-14);
    EXPECT_NEAR(x.qd, A * (1 - std::cos(B * t)), 1e-14);
    EXPECT_NEAR(x.qdd, A * B * std::sin(B * t), 1e-14);
  }
}

TEST(Spline, BetweenTwoPointsIsTheCubicLaw) {
  const Spline motion({{1.0}, {3.0}}, {0.0, 4.0});
  const PointToPoint cubic({1.0}, {3.0}, 4.0, TimeLaw::cubic);
  for (const double t : {0.0, 0.7, 2.0, 4.0}) {
    EXPECT_NEAR(at(motion, t).q, at(cubic, t).q, 1e-15);
    EXPECT_NEAR(at(motion, t).qd, at(cubic, t).qd, 1e-15);
    EXPECT_NEAR(at(motion, t).qdd, at(cubic, t).qdd, 1e-15);
  }
}

TEST(Spline, FindsACubicAgainFromPointsOfIt) {
  // one cubic with zero end velocities satisfies all conditions, and the spline is unique
  const std::vector<double> times{0.0, 0.1, 0.45, 0.5, 0.9, 1.0};
  std::vector<std::vector<double>> points;
  for (const double t : times) points.push_back({way(TimeLaw::cubic, t).s});
  const Spline motion(points, times);
  for (double t = 0.0; t <= 1.0; t += 0.01) {
    const Way x = way(TimeLaw::cubic, t);
    EXPECT_NEAR(at(motion, t).q, x.s, 1e-14);
    EXPECT_NEAR(at(motion, t).qd, x.sd, 1e-13);
    EXPECT_NEAR(at(motion, t).qdd, x.sdd, 1e-11);
  }
}

TEST(Spline, PassesItsPointsWithContinuousAcceleration) {
  const std::vector<double> times{0.0, 0.5, 0.8, 2.0, 2.3}, q{0.0, 1.0, -0.5, 0.2, 2.0};
  std::vector<std::vector<double>> points;
  for (const double x : q) points.push_back({x});
  const Spline motion(points, times);
  for (std::size_t k = 0; k < times.size(); ++k) EXPECT_NEAR(at(motion, times[k]).q, q[k], 1e-14);
  for (std::size_t k = 1; k + 1 < times.size(); ++k) {
    const At before = at(motion, std::nextafter(times[k], 0.0)), after = at(motion, times[k]);
    EXPECT_NEAR(before.qd, after.qd, 1e-12);
    EXPECT_NEAR(before.qdd, after.qdd, 1e-10);
  }
  EXPECT_NEAR(at(motion, 0.0).qd, 0.0, 1e-15);
  EXPECT_NEAR(at(motion, 2.3).qd, 0.0, 1e-13);
}

TEST(Spline, HasTheVelocityOfThreePointsInClosedForm) {
  // 4 v = 3 (q_2 - q_0) / h
  const Spline motion({{0.0}, {5.0}, {2.0}}, {0.0, 0.5, 1.0});
  EXPECT_NEAR(at(motion, 0.5).qd, 3.0 * 2.0 / (4.0 * 0.5), 1e-14);
}

}  // namespace
}  // namespace tauforge::motion
