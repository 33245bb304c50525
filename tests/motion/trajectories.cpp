#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <numbers>

#include "tauforge/motion/fourier.h"
#include "tauforge/motion/polynomial.h"
#include "tauforge/motion/spline.h"
#include "tauforge/motion/to_and_fro.h"

namespace tauforge::motion {
namespace {

struct At {
  std::array<double, 2> q{}, qd{}, qdd{};
};
At at(const Trajectory& motion, double t) {
  At x;
  motion.evaluate(t, x.q, x.qd, x.qdd);
  return x;
}

// Velocities and accelerations are the derivatives of what stands before them.
void expect_derivatives(const Trajectory& motion) {
  const double h = 1e-5;
  for (double t = 0.013; t < motion.duration() - h; t += 0.0937) {
    const At x = at(motion, t), before = at(motion, t - h), after = at(motion, t + h);
    for (std::size_t j = 0; j < 2; ++j) {
      EXPECT_NEAR(x.qd[j], (after.q[j] - before.q[j]) / (2 * h), 1e-6);
      EXPECT_NEAR(x.qdd[j], (after.qd[j] - before.qd[j]) / (2 * h), 2e-3);
    }
  }
}

Fourier swing() {
  std::vector<std::vector<double>> sine{{0.5, -0.2, 0.3}, {0.1, 0.4, -0.7}}, cosine{{0.2, 0.1, -0.4}, {0.3, 0.3, 0.1}};
  for (std::size_t j = 0; j < 2; ++j) rest(sine[j], cosine[j]);
  return {4.0, {0.3, -0.2}, sine, cosine};
}

TEST(Fourier, OneHarmonicIsASine) {
  const double w = 2.0 * std::numbers::pi / 3.0;
  const Fourier motion(3.0, {1.0, 0.0}, {{0.5}, {0.0}}, {{0.0}, {2.0}});
  for (const double t : {0.0, 0.4, 1.7}) {
    const At x = at(motion, t);
    EXPECT_NEAR(x.q[0], 1.0 + 0.5 / w * std::sin(w * t), 1e-14);
    EXPECT_NEAR(x.qd[0], 0.5 * std::cos(w * t), 1e-14);
    EXPECT_NEAR(x.q[1], -2.0 / w * std::cos(w * t), 1e-14);
    EXPECT_NEAR(x.qdd[1], 2.0 * w * std::cos(w * t), 1e-13);
  }
}

TEST(Fourier, BeginsAndEndsAtRestWhereItBegan) {
  const Fourier motion = swing();
  const At first = at(motion, 0.0), last = at(motion, motion.duration());
  for (std::size_t j = 0; j < 2; ++j) {
    EXPECT_NEAR(first.qd[j], 0.0, 1e-12);
    EXPECT_NEAR(first.qdd[j], 0.0, 1e-12);
    EXPECT_NEAR(last.q[j], first.q[j], 1e-12);
    EXPECT_NEAR(last.qd[j], 0.0, 1e-12);
  }
  expect_derivatives(motion);
}

TEST(Polynomial, PassesItsPointsAndRestsAtBothEnds) {
  const std::vector<std::vector<double>> points{{0, 1}, {1, -1}, {-0.5, 0.3}, {0.2, 0.2}, {2, 0}};
  const Polynomial motion(points, 0.7);
  EXPECT_NEAR(motion.duration(), 2.8, 1e-12);
  for (std::size_t k = 0; k < points.size(); ++k) {
    const At x = at(motion, 0.7 * static_cast<double>(k));
    for (std::size_t j = 0; j < 2; ++j) EXPECT_NEAR(x.q[j], points[k][j], 1e-12);
  }
  for (const double t : {0.0, 2.8})
    for (std::size_t j = 0; j < 2; ++j) {
      EXPECT_NEAR(at(motion, t).qd[j], 0.0, 1e-12);
      EXPECT_NEAR(at(motion, t).qdd[j], 0.0, 1e-12);
    }
  expect_derivatives(motion);
}

TEST(Polynomial, BetweenTwoPointsIsTheRestToRestQuintic) {
  // q = 10 s^3 - 15 s^4 + 6 s^5: the largest speed is 15/8 per step, in the middle
  const Polynomial motion({{0.0, 0.0}, {1.0, -2.0}}, 2.0);
  EXPECT_NEAR(at(motion, 1.0).q[0], 0.5, 1e-15);
  EXPECT_NEAR(at(motion, 1.0).qd[0], 15.0 / 8.0 / 2.0, 1e-15);
  EXPECT_NEAR(at(motion, 1.0).qd[1], -2.0 * 15.0 / 8.0 / 2.0, 1e-15);
}

TEST(ToAndFro, GoesBackTheWayItCame) {
  const auto pass = std::make_shared<Spline>(std::vector<std::vector<double>>{{0.0, 1.0}, {0.7, -0.4}, {1.0, 0.3}},
                                             std::vector<double>{0.0, 0.9, 1.6});
  const ToAndFro motion(pass, 3);
  EXPECT_EQ(motion.duration(), 3 * 1.6);
  expect_derivatives(motion);  // turns among them: neither velocity nor acceleration jumps there
  for (const double t : {0.0, 0.2, 1.1, 1.6}) {
    const At there = at(motion, t), back = at(motion, 2 * 1.6 - t), again = at(motion, 2 * 1.6 + t);
    for (std::size_t j = 0; j < 2; ++j) {
      EXPECT_NEAR(there.q[j], back.q[j], 1e-14);
      EXPECT_NEAR(there.qd[j], -back.qd[j], 1e-14);
      EXPECT_NEAR(there.qdd[j], back.qdd[j], 1e-13);
      EXPECT_NEAR(there.q[j], again.q[j], 1e-14);
      EXPECT_NEAR(there.qd[j], again.qd[j], 1e-14);
    }
  }
}

TEST(Faster, OfAFourierSeriesIsAFourierSeries) {
  const auto slow = std::make_shared<Fourier>(swing());
  const Faster played(slow, 1.7);
  const Fourier written = faster(*slow, 1.7);
  EXPECT_EQ(written.duration(), played.duration());
  for (const double t : {0.0, 0.3, 1.1, played.duration()}) {
    const At x = at(played, t), y = at(written, t);
    for (std::size_t j = 0; j < x.q.size(); ++j) {
      EXPECT_NEAR(y.q[j], x.q[j], 1e-14) << t;
      EXPECT_NEAR(y.qd[j], x.qd[j], 1e-13) << t;
      EXPECT_NEAR(y.qdd[j], x.qdd[j], 1e-13) << t;
    }
  }
}

TEST(Faster, ScalesVelocitiesAndAccelerations) {
  const auto slow = std::make_shared<Fourier>(swing());
  const Faster fast(slow, 2.0);
  EXPECT_EQ(fast.duration(), 2.0);
  const At x = at(*slow, 1.2), y = at(fast, 0.6);
  EXPECT_NEAR(y.q[0], x.q[0], 1e-15);
  EXPECT_NEAR(y.qd[0], 2.0 * x.qd[0], 1e-14);
  EXPECT_NEAR(y.qdd[0], 4.0 * x.qdd[0], 1e-14);
}

}  // namespace
}  // namespace tauforge::motion
