// Signals with one known fault each: the doctor has to find that one.
#include "tauforge/signals/signal_doctor.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "tauforge/signals/resolution.h"

namespace tauforge::identify {
namespace {

using recording::Recording;

constexpr double pi = std::numbers::pi;

struct Fault {
  double delay = 0.0;     // of the effort [s]
  double sign = 1.0;      // of the effort
  double velocity = 1.0;  // factor of the measured velocity
  double limit = 1e9;     // of the effort
  double step = 0.0;      // of positions
  double jitter = 0.0;    // share of the period
  double time = 1.0;      // factor of the time stamps
  double position = 1.0;  // factor of positions
};

// Two joints that swing for 20 s at 200 Hz: weight, inertia and friction of 3 N m.
Recording swinging(const Fault& fault) {
  Recording r;
  r.name = "swing.csv";
  r.joints = {"1", "2"};
  r.q.resize(2), r.qd.resize(2), r.effort.resize(2);
  r.effort_kind = recording::Effort::torque;
  std::mt19937 random(1);
  std::uniform_real_distribution<double> noise(-0.5, 0.5);
  for (int k = 0; k < 4000; ++k) {
    const double t = 0.005 * (k + fault.jitter * noise(random));
    r.t.push_back(fault.time * t);
    r.line.push_back(static_cast<std::uint32_t>(k + 2));
    for (std::size_t j = 0; j < 2; ++j) {
      const double w = j == 0 ? 2.1 : 3.3;
      const auto q = [&](double at) { return 1.2 * std::sin(w * at + static_cast<double>(j)); };
      const auto qd = [&](double at) { return 1.2 * w * std::cos(w * at + static_cast<double>(j)); };
      const double at = t - fault.delay;
      const double tau = 20.0 * std::sin(q(at)) - 1.5 * w * w * q(at) + 0.4 * qd(at) + 3.0 * std::tanh(qd(at) / 0.02) +
                         0.05 * noise(random);
      double position = fault.position * q(t);
      if (fault.step > 0.0) position = fault.step * std::round(position / fault.step);
      r.q[j].push_back(position);
      r.qd[j].push_back(fault.velocity * fault.position * qd(t) / fault.time);
      r.effort[j].push_back(fault.sign * std::clamp(tau, -fault.limit, fault.limit));
    }
  }
  r.gaps = recording::find_gaps(r.t);
  return r;
}

struct Diagnosis {
  signals::SignalReport report;
  diagnostic::Findings findings;
  std::string codes() const {
    std::string all;
    for (const auto& f : findings)
      if (all.find(f.code) == std::string::npos) all += (all.empty() ? "" : " ") + f.code;
    return all;
  }
};

Diagnosis diagnose(const Recording& r) {
  Diagnosis d;
  d.report = signals::examine(r, d.findings);
  return d;
}

TEST(SignalDoctor, FindsNothingWrongWithHealthySignals) {
  const Diagnosis d = diagnose(swinging({}));
  EXPECT_EQ(d.codes(), "");
  EXPECT_NEAR(d.report.usual_period, 0.005, 1e-12);
  ASSERT_EQ(d.report.joints.size(), 2u);
  for (const auto& joint : d.report.joints) {
    ASSERT_TRUE(joint.friction && joint.delay && joint.velocity_ratio);
    EXPECT_NEAR(*joint.friction, 3.0, 0.3);
    EXPECT_NEAR(*joint.delay, 0.0, 0.5e-3);
    EXPECT_NEAR(*joint.velocity_ratio, 1.0, 0.01);
    EXPECT_EQ(joint.saturated, 0.0);
    EXPECT_FALSE(joint.position_step);
  }
}

TEST(SignalDoctor, MeasuresTheDelayOfEfforts) {
  for (const double delay : {0.012, -0.008}) {
    const Diagnosis d = diagnose(swinging({.delay = delay}));
    EXPECT_EQ(d.codes(), "delay");
    ASSERT_TRUE(d.report.delay);
    EXPECT_NEAR(*d.report.delay, delay, 1e-3);
  }
}

TEST(SignalDoctor, SeesAWrongSignByFrictionThatDrives) {
  EXPECT_EQ(diagnose(swinging({.sign = -1.0})).codes(), "sign-doubtful");
}

TEST(SignalDoctor, ComparesMeasuredVelocitiesWithDifferences) {
  const Diagnosis degrees = diagnose(swinging({.velocity = 180.0 / pi}));
  EXPECT_EQ(degrees.codes(), "unit-doubtful");
  EXPECT_NE(degrees.findings[0].hint.find("deg/s"), std::string::npos);
  EXPECT_EQ(diagnose(swinging({.velocity = -1.0})).codes(), "sign-doubtful");
  Recording exchanged = swinging({});
  std::swap(exchanged.qd[0], exchanged.qd[1]);
  EXPECT_EQ(diagnose(exchanged).codes(), "velocity-doubtful");
}

TEST(SignalDoctor, DoubtsPositionsInDegreesAndTimesInMilliseconds) {
  EXPECT_EQ(diagnose(swinging({.position = 180.0 / pi})).codes(), "unit-doubtful");
  EXPECT_EQ(diagnose(swinging({.time = 1000.0})).codes(), "unit-doubtful");
}

TEST(SignalDoctor, FindsClippedEffortsAndWhereTheyBegin) {
  const Diagnosis d = diagnose(swinging({.limit = 12.0}));
  EXPECT_EQ(d.codes().find("effort-saturated"), 0u);
  EXPECT_GT(d.report.joints[0].saturated, 0.05);
  EXPECT_GE(d.findings[0].at.line, 2);
}

TEST(SignalDoctor, MeasuresTheResolutionOfEncoders) {
  const Diagnosis d = diagnose(swinging({.step = 0.01}));
  EXPECT_EQ(d.codes(), "quantised");
  ASSERT_TRUE(d.report.joints[0].position_step);
  EXPECT_NEAR(*d.report.joints[0].position_step, 0.01, 1e-6);
}

TEST(SignalDoctor, ReportsJitterGapsAndRest) {
  EXPECT_EQ(diagnose(swinging({.jitter = 0.5})).codes(), "jitter");
  Recording with_gap = swinging({});
  for (std::size_t k = 2000; k < with_gap.t.size(); ++k) with_gap.t[k] += 3.0;
  with_gap.gaps = recording::find_gaps(with_gap.t);
  const Diagnosis gap = diagnose(with_gap);
  ASSERT_FALSE(gap.findings.empty());
  EXPECT_EQ(gap.findings[0].code, "gap");
  EXPECT_EQ(gap.findings[0].at.line, 2002);

  Recording resting = swinging({});
  for (std::size_t j = 0; j < 2; ++j)
    for (std::size_t k = 0; k < 1000; ++k) resting.q[j][k] = resting.q[j][1000], resting.qd[j][k] = 0.0;
  const Diagnosis rest = diagnose(resting);
  EXPECT_NE(rest.codes().find("rest-at-ends"), std::string::npos);
  EXPECT_NEAR(static_cast<double>(rest.report.first_moving), 1000.0, 60.0);
}

TEST(SignalDoctor, FindsWrapsStillJointsAndConstantEfforts) {
  Recording r = swinging({});
  for (double& q : r.q[0]) q = std::remainder(q + 2.8, 2.0 * pi);
  EXPECT_NE(diagnose(r).codes().find("position-wraps"), std::string::npos);
  Recording still = swinging({});
  for (double& q : still.q[1]) q = 0.25;
  for (double& qd : still.qd[1]) qd = 0.0;
  EXPECT_EQ(diagnose(still).codes(), "joint-still");
  Recording dead = swinging({});
  for (double& tau : dead.effort[1]) tau = 0.0;
  EXPECT_EQ(diagnose(dead).codes(), "effort-constant");
  Recording motion_only = swinging({});
  motion_only.effort.clear();
  motion_only.effort_kind = recording::Effort::none;
  EXPECT_EQ(diagnose(motion_only).codes(), "effort-missing");
}

TEST(SignalDoctor, SurvivesTheShortestRecordings) {
  for (const std::size_t n : {0u, 1u, 2u, 3u, 7u, 30u})
    EXPECT_EQ(diagnose(slice(swinging({}), 0, n)).report.samples, n);
}

TEST(Resolution, IsFoundInLatticesOnly) {
  std::vector<double> lattice, smooth;
  for (int k = 0; k < 3000; ++k) {
    smooth.push_back(std::sin(0.01 * k * k));
    lattice.push_back(3e-4 * std::round(smooth.back() / 3e-4) + 0.1);
  }
  ASSERT_TRUE(signals::resolution(lattice));
  EXPECT_NEAR(*signals::resolution(lattice), 3e-4, 1e-9);
  EXPECT_FALSE(signals::resolution(smooth));
  EXPECT_FALSE(signals::resolution(std::vector<double>(100, 1.0)));
}

}  // namespace
}  // namespace tauforge::identify
