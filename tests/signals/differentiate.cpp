// Differences of polynomials and sines are known; jitter and gaps must not change what is found.
#include "tauforge/signals/differentiate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace tauforge::identify {
namespace {

using recording::Recording;

constexpr double pi = std::numbers::pi;

template <class Position, class Velocity> Recording recorded(const std::vector<double>& t, Position q, Velocity qd) {
  Recording r;
  r.joints = {"1"};
  r.t = t;
  r.q.resize(1), r.qd.resize(1), r.effort.resize(1);
  for (const double time : t)
    r.q[0].push_back(q(time)), r.qd[0].push_back(qd(time)), r.effort[0].push_back(10.0 * time);
  r.effort_kind = recording::Effort::torque;
  r.gaps = recording::find_gaps(t);
  return r;
}

std::vector<double> regular(std::size_t n, double period) {
  std::vector<double> t(n);
  for (std::size_t k = 0; k < n; ++k) t[k] = static_cast<double>(k) * period;
  return t;
}

TEST(CentralDifferences, AreExactForPolynomialsOfFourthDegree) {
  std::vector<double> x;
  for (int k = 0; k < 20; ++k) x.push_back(2.0 - 3.0 * (0.1 * k) + 4.0 * std::pow(0.1 * k, 2) - std::pow(0.1 * k, 4));
  const auto d = signals::central_differences(x, 0.1);
  for (std::size_t k = 2; k + 2 < x.size(); ++k) {
    const double t = 0.1 * static_cast<double>(k);
    EXPECT_NEAR(d.first[k], -3.0 + 8.0 * t - 4.0 * std::pow(t, 3), 1e-11);
    EXPECT_NEAR(d.second[k], 8.0 - 12.0 * t * t, 1e-10);
  }
}

// The paper's sampling and a motion of 1.5 Hz: differences of three points would be 0.6 % short of the acceleration.
TEST(CentralDifferences, LoseLessThanATenThousandthOfAMotionSampledEvery28Milliseconds) {
  const double period = 0.028, w = 2.0 * pi * 1.5;
  std::vector<double> x;
  for (int k = 0; k < 100; ++k) x.push_back(std::sin(w * period * k));
  const auto d = signals::central_differences(x, period);
  for (std::size_t k = 2; k + 2 < x.size(); ++k) {
    const double t = period * static_cast<double>(k);
    EXPECT_NEAR(d.first[k], w * std::cos(w * t), 2e-4 * w);
    EXPECT_NEAR(d.second[k], -w * w * std::sin(w * t), 1e-4 * w * w);
  }
}

TEST(TwoStepDifferences, FilterByTheSquareOfTheSineRatio) {
  // the frequency response of the paper: velocity sin(w T)/(w T), acceleration its square
  const double period = 0.028, w = 2.0 * pi * 3.0, ratio = std::sin(w * period) / (w * period);
  std::vector<double> x;
  for (int k = 0; k < 100; ++k) x.push_back(std::sin(w * period * k));
  const auto d = signals::two_step_differences(x, period);
  for (std::size_t k = 2; k + 2 < x.size(); ++k) {
    const double t = period * static_cast<double>(k);
    EXPECT_NEAR(d.first[k], ratio * w * std::cos(w * t), 1e-10);
    EXPECT_NEAR(d.second[k], -ratio * ratio * w * w * std::sin(w * t), 1e-9);
  }
}

TEST(Prepare, FindsTheDerivativesOfAFilteredSine) {
  const double period = 1e-3, w = 2.0 * pi;
  const auto r = recorded(
      regular(4001, period), [&](double t) { return std::sin(w * t); }, [&](double t) { return w * std::cos(w * t); });
  for (const auto how :
       {signals::Derivatives::filtered, signals::Derivatives::two_step, signals::Derivatives::measured_velocity}) {
    const signals::Samples s = signals::prepare(r, {.derivatives = how, .motion = {4, 50.0}, .trim = 200, .every = 7});
    ASSERT_EQ(s.size(), (4001u - 400u + 6u) / 7u);
    for (std::size_t k = 0; k < s.size(); ++k) {
      EXPECT_NEAR(s.t[k], 1e-3 * static_cast<double>(200 + 7 * k), 1e-12);
      EXPECT_NEAR(s.q[0][k], std::sin(w * s.t[k]), 1e-6);
      EXPECT_NEAR(s.qd[0][k], w * std::cos(w * s.t[k]), 1e-4);
      EXPECT_NEAR(s.qdd[0][k], -w * w * std::sin(w * s.t[k]), 1e-3);
      EXPECT_NEAR(s.effort[0][k], 10.0 * s.t[k], 1e-12);
    }
  }
}

// An effort that follows the motion by 3 ms is put beside the motion that it belongs to.
TEST(Prepare, TakesTheMotionEarlierByTheDelayOfTheEfforts) {
  const double w = 2.0 * pi, delay = 3e-3;
  const auto r = recorded(
      regular(400, 0.01), [&](double t) { return std::sin(w * t); }, [&](double t) { return w * std::cos(w * t); });
  for (const auto how : {signals::Derivatives::filtered, signals::Derivatives::measured_velocity}) {
    const signals::Samples s = signals::prepare(r, {.derivatives = how, .delay = delay, .trim = 10});
    ASSERT_EQ(s.size(), 380u);
    for (std::size_t k = 0; k < s.size(); ++k) {
      EXPECT_NEAR(s.effort[0][k], 10.0 * s.t[k], 1e-12);
      EXPECT_NEAR(s.q[0][k], std::sin(w * (s.t[k] - delay)), 1e-6);
      EXPECT_NEAR(s.qd[0][k], w * std::cos(w * (s.t[k] - delay)), 1e-4);
      EXPECT_NEAR(s.qdd[0][k], -w * w * std::sin(w * (s.t[k] - delay)), 1e-3);
    }
  }
}

TEST(Prepare, IsNotDisturbedByJitter) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> jitter(0.2, 1.8);
  std::vector<double> t{0.0};
  while (t.size() < 1500) t.push_back(t.back() + 0.01 * jitter(random));
  const double w = 2.0 * pi * 0.5;
  const auto r = recorded(
      t, [&](double at) { return std::sin(w * at); }, [&](double at) { return w * std::cos(w * at); });
  for (const auto times : {signals::Times::grid, signals::Times::recorded}) {
    const signals::Samples s = signals::prepare(r, {.motion = {4, 10.0}, .times = times, .rate_hz = 100.0, .trim = 50});
    ASSERT_GT(s.size(), 1300u);
    EXPECT_EQ(s.t[0] == t[50], times == signals::Times::recorded);
    for (std::size_t k = 0; k < s.size(); ++k) {
      ASSERT_NEAR(s.q[0][k], std::sin(w * s.t[k]), 1e-4);
      ASSERT_NEAR(s.qd[0][k], w * std::cos(w * s.t[k]), 2e-3);
      ASSERT_NEAR(s.qdd[0][k], -w * w * std::sin(w * s.t[k]), 2e-2);
      ASSERT_NEAR(s.effort[0][k], 10.0 * s.t[k], 1e-9);
    }
  }
}

TEST(Prepare, DoesNotReachAcrossGaps) {
  std::vector<double> t = regular(100, 0.01);
  for (const double more : regular(100, 0.01)) t.push_back(5.0 + more);
  const auto r = recorded(
      t, [](double at) { return at < 2.0 ? at : 100.0 - at; }, [](double) { return 0.0; });
  ASSERT_EQ(r.gaps.size(), 1u);
  const signals::Samples s = signals::prepare(r, {.motion = {4, 10.0}, .trim = 10});
  ASSERT_EQ(s.stretches.size(), 2u);
  EXPECT_EQ(s.stretches[1].begin, s.stretches[0].end);
  EXPECT_EQ(s.size(), 160u);
  for (std::size_t k = 0; k < s.size(); ++k) ASSERT_NEAR(s.qd[0][k], s.t[k] < 2.0 ? 1.0 : -1.0, 1e-6);
}

TEST(Prepare, LeavesNothingOfARecordingThatIsTooShort) {
  const auto r = recorded(
      regular(4, 0.01), [](double t) { return t; }, [](double) { return 1.0; });
  EXPECT_EQ(signals::prepare(r, {}).size(), 0u);
  EXPECT_EQ(signals::prepare(recorded(
                                 {0.0}, [](double t) { return t; }, [](double) { return 1.0; }),
                             {})
                .size(),
            0u);
  EXPECT_EQ(signals::prepare(recorded(
                                 regular(50, 0.01), [](double t) { return t; }, [](double) { return 1.0; }),
                             {.trim = 30})
                .size(),
            0u);
}

}  // namespace
}  // namespace tauforge::identify
