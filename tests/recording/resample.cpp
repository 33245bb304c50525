#include "tauforge/recording/resample.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/recording/recording.h"

namespace tauforge::recording {
namespace {

TEST(CubicSpline, GoesThroughItsKnotsAndKeepsStraightLines) {
  const std::vector<double> t{0.0, 0.7, 1.0, 2.5, 3.0}, x{1.0, -1.0, 4.0, 2.0, 2.5};
  const CubicSpline spline(t, x);
  for (std::size_t k = 0; k < t.size(); ++k) EXPECT_NEAR(spline(t[k]), x[k], 1e-14);
  std::vector<double> line;
  for (const double time : t) line.push_back(3.0 - 2.0 * time);
  const CubicSpline straight(t, line);
  for (const double at : {-1.0, 0.3, 0.99, 2.0, 2.9, 5.0}) EXPECT_NEAR(straight(at), 3.0 - 2.0 * at, 1e-13);
}

TEST(CubicSpline, IsTheNaturalSplineOfThreePoints) {
  // knots 0, 1, 2 with values 0, 1, 0: second derivative -3 in the middle, so x(1/2) = 11/16
  const CubicSpline spline(std::vector<double>{0, 1, 2}, std::vector<double>{0, 1, 0});
  EXPECT_NEAR(spline(0.5), 11.0 / 16.0, 1e-15);
  EXPECT_NEAR(spline(1.5), 11.0 / 16.0, 1e-15);
  EXPECT_NEAR(spline(-1.0), -1.5, 1e-15) << "outside: along the tangent of the end, 3/2";
  EXPECT_NEAR(spline(3.0), -1.5, 1e-15);
}

TEST(ByLines, InterpolatesBetweenSamplesAndHoldsTheEnds) {
  const std::vector<double> t{0, 1, 3}, x{0, 2, -2};
  EXPECT_EQ(by_lines(t, x, std::vector<double>{-1, 0.25, 1, 2, 3, 9}), (std::vector<double>{0, 0.5, 2, 0, -2, -2}));
}

TEST(UniformTimes, EndWhereTheRecordingEnds) {
  EXPECT_EQ(uniform_times(0.0, 1.0, 0.1).size(), 11u);
  EXPECT_EQ(uniform_times(0.0, 0.95, 0.1).size(), 10u);
  EXPECT_EQ(uniform_times(2.0, 2.0, 0.1), std::vector<double>{2.0});
}

TEST(Recording, FallsIntoStretchesAtItsGaps) {
  Recording r;
  r.joints = {"1"};
  r.t = {0.0, 0.1, 0.2, 5.0, 5.1, 9.0};
  r.q = {{1, 2, 3, 4, 5, 6}};
  r.gaps = find_gaps(r.t);
  ASSERT_EQ(r.gaps.size(), 2u);
  EXPECT_EQ(r.gaps[0].after, 3u);
  EXPECT_NEAR(r.gaps[0].seconds, 4.8, 1e-12);
  const auto parts = stretches(r);
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(parts[1].begin, 3u);
  EXPECT_EQ(parts[1].end, 5u);
  const Recording cut = slice(r, 2, 5);
  EXPECT_EQ(cut.q[0], (std::vector<double>{3, 4, 5}));
  ASSERT_EQ(cut.gaps.size(), 1u);
  EXPECT_EQ(cut.gaps[0].after, 1u);
}

TEST(UsualPeriod, IsTheMedian) {
  EXPECT_NEAR(usual_period({0.0, 0.1, 0.2, 0.3, 7.0}), 0.1, 1e-12);
  EXPECT_EQ(usual_period({1.0}), 0.0);
}

}  // namespace
}  // namespace tauforge::recording
