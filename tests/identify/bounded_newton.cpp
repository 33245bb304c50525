// Minima that are known in closed form, with and without bounds.
#include "tauforge/identify/bounded_newton.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace tauforge::identify {
namespace {

constexpr double unbounded = -std::numeric_limits<double>::infinity();

using Point = std::vector<double>;
using View = std::span<const double>;

// Rosenbrock's curved valley, 100 (y - x^2)^2 + (1 - x)^2 + height.
Objective valley(double height) {
  return {[height](View x) { return 100.0 * std::pow(x[1] - x[0] * x[0], 2.0) + std::pow(1.0 - x[0], 2.0) + height; },
          [](View x, Curvature& at) {
            const double side = x[1] - x[0] * x[0];
            at.slope = {-400.0 * x[0] * side - 2.0 * (1.0 - x[0]), 200.0 * side};
            at.second = {800.0 * x[0] * x[0] - 400.0 * side + 2.0, -400.0 * x[0], -400.0 * x[0], 200.0};
            at.scale = {1.0 + 30.0 * std::abs(x[0]), 15.0};
          }};
}

TEST(BoundedNewton, FollowsACurvedValley) {
  Point x = {-1.2, 1.0};
  const Minimum found = minimise(valley(1.0), Point{unbounded, unbounded}, 200, x);
  EXPECT_TRUE(found.converged);
  EXPECT_NEAR(x[0], 1.0, 1e-6);
  EXPECT_NEAR(x[1], 1.0, 1e-6);
  EXPECT_NEAR(found.value, 1.0, 1e-12);
}

// On the bound x = 1.5 the valley's floor is y = x^2, and (1 - x)^2 is left.
TEST(BoundedNewton, StopsAtABound) {
  Point x = {3.0, 0.0};
  const Minimum found = minimise(valley(0.0), Point{1.5, unbounded}, 200, x);
  EXPECT_TRUE(found.converged);
  EXPECT_EQ(x[0], 1.5);
  EXPECT_NEAR(x[1], 2.25, 1e-9);
  EXPECT_NEAR(found.value, 0.25, 1e-12);
}

TEST(BoundedNewton, MovesAStartIntoItsBoundsAndLeavesThoseThatDoNotHold) {
  Point x = {-7.0, -7.0};
  EXPECT_TRUE(minimise(valley(1.0), Point{0.5, 0.0}, 200, x).converged);
  EXPECT_NEAR(x[0], 1.0, 1e-6);
  EXPECT_NEAR(x[1], 1.0, 1e-6);
}

// x^4 / 4 - x^2 / 2 is bent downwards at 0.1 and has its minimum at 1; y is not seen at all.
TEST(BoundedNewton, GoesDownWhereTheCurvatureIsNegativeAndSurvivesWhatSeesNothing) {
  const Objective hill{[](View x) { return std::pow(x[0], 4.0) / 4.0 - x[0] * x[0] / 2.0 + 1.0; },
                       [](View x, Curvature& at) {
                         at.slope = {x[0] * x[0] * x[0] - x[0], 0.0};
                         at.second = {3.0 * x[0] * x[0] - 1.0, 0.0, 0.0, 0.0};
                         at.scale = {1.0, 1e-9};
                       }};
  Point x = {0.1, 4.0};
  EXPECT_TRUE(minimise(hill, Point{unbounded, unbounded}, 200, x).converged);
  EXPECT_NEAR(x[0], 1.0, 1e-6);
  EXPECT_EQ(x[1], 4.0);
}

TEST(BoundedNewton, SaysThatItsStepsWereTooFew) {
  Point x = {-1.2, 1.0};
  const Minimum found = minimise(valley(1.0), Point{unbounded, unbounded}, 3, x);
  EXPECT_FALSE(found.converged);
  EXPECT_EQ(found.steps, 3);
}

}  // namespace
}  // namespace tauforge::identify
