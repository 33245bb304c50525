#include "tauforge/signals/oscillation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "tauforge/signals/break_away.h"

namespace tauforge::signals {
namespace {

struct Record {
  std::vector<double> t, q;
};

// J = 2, K = 50, so w = 5; swing by swing the damped cosine about q0 +- c/K, from rest at x, in counts of `step`.
Record swinging(double x, double zeta, double shift, double step = 0, double period = 1e-3) {
  const double w = 5, q0 = 0.7, wd = w * std::sqrt(1 - zeta * zeta), half = M_PI / wd;
  Record record;
  for (double t0 = 0, from = x; std::abs(from) > shift + 1e-3 && t0 < 10; t0 += half) {
    const double centre = from > 0 ? shift : -shift, a = from - centre;
    for (double t = std::ceil(t0 / period) * period; t < t0 + half; t += period) {
      const double s = t - t0,
                   value = q0 + centre +
                           a * std::exp(-zeta * w * s) * (std::cos(wd * s) + zeta * w / wd * std::sin(wd * s));
      if (!record.t.empty() && t <= record.t.back()) continue;
      record.t.push_back(t), record.q.push_back(step > 0 ? step * std::round(value / step) : value);
    }
    from = centre - a * std::exp(-zeta * w * half);
  }
  return record;
}

TEST(Oscillation, HasThePeriodAndTheDecayOfAViscousJoint) {
  const double zeta = 0.06;
  const Record record = swinging(0.4, zeta, 0.0);
  const auto found = oscillation(record.t, record.q);
  ASSERT_TRUE(found.has_value());
  EXPECT_NEAR(found->period, 2 * M_PI / (5 * std::sqrt(1 - zeta * zeta)), 1e-5);
  EXPECT_NEAR(std::log(found->decay), 2 * M_PI * zeta / std::sqrt(1 - zeta * zeta), 1e-3);
  EXPECT_NEAR(found->dry_shift, 0.0, 1e-5);
}

TEST(Oscillation, KeepsItsPeriodUnderDryFriction) {
  const Record record = swinging(0.4, 0.0, 0.02);
  const auto found = oscillation(record.t, record.q);
  ASSERT_TRUE(found.has_value());
  EXPECT_NEAR(found->period, 2 * M_PI / 5, 1e-5);
  EXPECT_NEAR(found->dry_shift, 0.02, 1e-5);
  EXPECT_NEAR(found->decay, 1.0, 1e-3);
}

TEST(Oscillation, TellsDryFromViscousFrictionInCountsOfAnEncoder) {
  const double zeta = 0.04;
  const Record record = swinging(0.4, zeta, 0.015, 2e-4);
  const auto found = oscillation(record.t, record.q);
  ASSERT_TRUE(found.has_value());
  EXPECT_NEAR(found->period, 2 * M_PI / (5 * std::sqrt(1 - zeta * zeta)), 5e-4);
  EXPECT_NEAR(found->dry_shift, 0.015, 5e-4);
  EXPECT_NEAR(std::log(found->decay), 2 * M_PI * zeta, 0.02);
  EXPECT_LT(found->period_error, 1e-3);
}

// Repeated with other noise, decay and shift scatter as their standard errors say, and those are about as often too small as too
// large.
TEST(Oscillation, SaysHowSureDecayAndDryFrictionAre) {
  const double zeta = 0.04, shift = 0.005;
  const Record quiet = swinging(0.4, zeta, shift);
  std::mt19937 random(1986);
  std::normal_distribution<double> noise(0.0, 3e-4);
  std::vector<double> decay, dry, decay_error, dry_error;
  for (int k = 0; k < 200; ++k) {
    Record record = quiet;
    for (double& q : record.q) q += noise(random);
    const auto found = oscillation(record.t, record.q);
    ASSERT_TRUE(found && found->decay_error && found->dry_shift_error);
    decay.push_back(found->decay), decay_error.push_back(*found->decay_error);
    dry.push_back(found->dry_shift), dry_error.push_back(*found->dry_shift_error);
  }
  const auto deviation = [](const std::vector<double>& x) {
    double sum = 0, squares = 0;
    for (const double v : x) sum += v, squares += v * v;
    const double n = static_cast<double>(x.size());
    return std::sqrt((squares - sum * sum / n) / (n - 1));
  };
  const auto median = [](std::vector<double> x) {
    std::nth_element(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2), x.end());
    return x[x.size() / 2];
  };
  EXPECT_NEAR(median(decay_error) / deviation(decay), 1.0, 0.5);
  EXPECT_NEAR(median(dry_error) / deviation(dry), 1.0, 0.5);
  EXPECT_NEAR(std::log(median(decay)), 2 * M_PI * zeta / std::sqrt(1 - zeta * zeta), 3 * deviation(decay));

  // three swings fit exactly: nothing says how sure
  Record three;
  for (std::size_t k = 0; k < quiet.t.size() && quiet.t[k] < 3.2 * M_PI / 5; ++k)
    three.t.push_back(quiet.t[k]), three.q.push_back(quiet.q[k]);
  const auto few = oscillation(three.t, three.q);
  ASSERT_TRUE(few.has_value());
  EXPECT_FALSE(few->decay_error.has_value());
}

TEST(Oscillation, IsNotSeenWhereNothingSwings) {
  std::vector<double> t, still, ramp;
  for (int k = 0; k < 1000; ++k) t.push_back(1e-3 * k), still.push_back(0.5), ramp.push_back(1e-3 * k);
  EXPECT_FALSE(oscillation(t, still).has_value());
  EXPECT_FALSE(oscillation(t, ramp).has_value());
  EXPECT_FALSE(oscillation({}, {}).has_value());
}

TEST(BreakAway, IsTheTorqueAtWhichTheJointGivesWay) {
  // it rests for a second while the torque grows from 1 to 3, jumps, rests, and is pulled back from 3 down to -2
  std::vector<double> t, q, tau;
  for (int k = 0; k < 2000; ++k) {
    const double s = 1e-3 * k;
    t.push_back(s);
    tau.push_back(s < 1.0 ? 1 + 2 * s : 3 - 5 * (s - 1.0));
    q.push_back(s < 1.0    ? 0.2
                : s < 1.05 ? 0.2 + 1e-3 * std::floor(1e3 * (s - 1.0))
                : s < 1.9  ? 0.25
                           : 0.25 - 1e-3 * std::floor(1e3 * (s - 1.9)));
  }
  const auto found = break_aways(t, q, tau);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_TRUE(found[0].up);
  EXPECT_NEAR(found[0].torque, 3.0, 0.02);
  EXPECT_FALSE(found[1].up);
  EXPECT_NEAR(found[1].torque, -1.5, 0.02);
  const StaticFriction friction = static_friction(found, tau.front());
  EXPECT_NEAR(friction.level, 2.25, 0.02);
  EXPECT_NEAR(friction.carried, 0.75, 0.02);
  EXPECT_NEAR(static_friction({found[0]}, tau.front()).level, 2.0, 0.02);
}

}  // namespace
}  // namespace tauforge::signals
