// The examples of papers 003 and 004 as they stand in examples/: what the papers find, with numbers.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

#include "tauforge/scenario/simulate.h"
#include "tests/support/robots.h"
#include "tests/support/values.h"

namespace tauforge::simulate {
namespace {

using Six = std::array<double, 6>;

scenario::Scenario example(const std::string& name, const std::string& robot = "puma_valera") {
  auto read =
      scenario::read_scenario(std::string(TAUFORGE_SOURCE_DIR) + "/examples/" + name, tests::robot_in_folder(robot));
  EXPECT_TRUE(read.ok()) << name;
  for (const auto& finding : read.findings()) ADD_FAILURE() << diagnostic::to_text(finding);
  return read.take();
}

// The sample at a time; the loop has one per period.
const control::LoopSample& sample_at(const scenario::Outcome& outcome, const scenario::Scenario& scenario, double t) {
  const double period = 1e-9 * static_cast<double>(scenario.executive.period);
  return outcome.samples.at(static_cast<std::size_t>(std::llround(t / period)));
}

struct Instant {
  double t;
  Six tau;
};

// What the control law asks of the drives on its way against torques of tests/literature, and how far off the arm is.
void expect_torques(const scenario::Scenario& scenario, const std::vector<Instant>& expected, double tolerance,
                    double away) {
  const scenario::Outcome outcome = scenario::simulate(scenario);
  for (const Instant& instant : expected) {
    const auto& sample = sample_at(outcome, scenario, instant.t);
    EXPECT_NEAR(1e-9 * static_cast<double>(sample.time), instant.t, 1e-3);
    for (std::size_t i = 0; i < 6; ++i)
      EXPECT_NEAR(sample.tau[i], instant.tau[i], tolerance) << "t = " << instant.t << ", joint " << i + 1;
  }
  for (const auto& drive : outcome.drives) EXPECT_LT(drive.largest_error, away);
}

TEST(Paper003, ItsLineTakesTheTorquesOfTheLiterature) {
  const scenario::Scenario scenario = example("paper003/line.toml");
  EXPECT_NEAR(scenario.duration, 8.602, 5e-4);
  expect_torques(scenario,
                 {{0.0, {0.03715, -56.31525, -25.38895, 0.10911, 0.12451, 0.0}},
                  {2.1505, {0.04820, -48.21996, -23.08193, 0.06262, 0.15935, 0.0}},
                  {4.3010, {0.03415, -51.83833, -21.11764, 0.00782, 0.17319, 0.0}},
                  {6.4515, {0.02613, -64.81072, -20.73578, -0.03710, 0.16918, 0.0}},
                  {8.602, {0.00241, -81.82598, -22.93038, -0.07392, 0.15300, 0.0}}},
                 0.01, 1e-4);
}

TEST(Paper004, TheStanfordArmTakesTheTorquesOfTheLiterature) {
  // the force of joint 3 is that along +z3, which equation (8) counts the other way
  expect_torques(example("paper004/stanford.toml", "stanford"),
                 {{0.0, {0.0, 13.69476, 0.0, 0.0, -0.35316, 0.0}},
                  {2.5, {0.09072, 13.08766, -2.86321, 0.00341, -0.34677, 0.00001}},
                  {5.0, {-0.02329, 10.24491, -15.54898, 0.08524, -0.20963, -0.00012}},
                  {7.5, {-0.07226, 7.16053, -27.42609, 0.20785, 0.02500, -0.00014}},
                  {10.0, {0.0, 6.44824, -29.92050, 0.22938, 0.07646, 0.0}}},
                 0.005, 1e-3);
  expect_torques(example("paper004/stanford_listing.toml", "stanford"),
                 {{0.0, {0.0, 13.69476, 0.0, 0.0, -0.35316, 0.0}},
                  {2.5, {0.10742, 14.16910, -2.78807, 0.00343, -0.34669, 0.00001}},
                  {5.0, {-0.00669, 16.01063, -15.58064, 0.08539, -0.20904, -0.00012}},
                  {7.5, {-0.10216, 16.83967, -27.51539, 0.20779, 0.02526, -0.00014}},
                  {10.0, {0.0, 16.81301, -29.92050, 0.22938, 0.07646, 0.0}}},
                 0.005, 1e-3);
}

TEST(Paper004, TheSixRArmTakesTheTorquesOfTheLiterature) {
  // within 0.4 % of the largest: the torques change by up to 10^4 N m/s, and the drives hold them for a period
  expect_torques(example("paper004/six_r.toml", "sixr_angeles"),
                 {{0.0, {0.0, 729.61834, 614.60598, 360.50151, 0.0, 0.0}},
                  {0.25, {1711.99521, 103.72785, 690.61629, 346.81265, -179.02369, 0.0}},
                  {0.5, {-50.1476, 555.89867, 732.30717, 329.41514, -59.58966, 0.0}},
                  {0.75, {-1670.95009, 2013.84844, 119.30579, 369.7211, 52.38619, 0.0}},
                  {1.0, {0.0, 788.72104, 595.09465, 262.56408, -110.64704, 0.0}}},
                 8.0, 1e-3);
  expect_torques(example("paper004/six_r_distal.toml", "sixr_angeles_distal"),
                 {{0.0, {0.0, 2837.2367, 1425.95246, 430.35197, 0.0, 0.0}},
                  {0.25, {1778.7819, 2732.50436, 1564.86671, 413.8729, -151.49126, 0.0}},
                  {0.5, {-122.63529, 3073.32396, 1530.83764, 399.42017, -50.10541, 0.0}},
                  {0.75, {-1690.73229, 4417.82047, 1078.24119, 456.43185, 44.76332, 0.0}},
                  {1.0, {0.0, 4127.07298, 1751.13807, 340.14218, -93.2, 0.0}}},
                 16.0, 1e-3);
}

// Both poles at -w: e = e0 (1 + w t) exp(-w t), for every joint and every w.
TEST(Paper003, PointToPointSettlesExponentiallyWithTheRateOfItsGains) {
  for (const double w : {4.0, 7.0, 10.0}) {
    scenario::Scenario scenario = example("paper003/step_point_to_point.toml");
    scenario.control.gains = control::equal_poles(control::Law::point_to_point, 6, w);
    const scenario::Outcome outcome = scenario::simulate(scenario);
    for (std::size_t i = 0; i < 6; ++i) {
      const auto error = [&](double t) {
        const auto& truth = outcome.truth.at(static_cast<std::size_t>(std::llround(1e3 * t)));
        const auto& sample = sample_at(outcome, scenario, t);
        return truth.q[i] - sample.q_d[i];
      };
      for (double t = 0.0; w * t < 8.0 && t < 2.0; t += 0.05)
        EXPECT_NEAR(error(t) / error(0.0), (1 + w * t) * std::exp(-w * t), 0.01) << "w = " << w << ", t = " << t;
      // the rate itself, from 3 to 6 time constants
      const double from = 3 / w, to = 6 / w;
      const double rate = std::log(error(from) / (1 + w * from) * (1 + w * to) / error(to)) / (to - from);
      EXPECT_NEAR(rate, w, 0.05 * w);
    }
    // 1 % is left at (1 + x) exp(-x) = 0.01, x = 6.638
    for (const auto& drive : outcome.drives) EXPECT_NEAR(drive.settled, 6.638 / w, 0.03 * 6.638 / w);
  }
}

// A ramp is a jump of speed v. Largest errors with all poles at -w: lag 2 v/w; v/(e w); v (x - x^2/2) exp(-x)/w at
// x = 2 - sqrt(2).
TEST(Paper003, OnRampsEachControllerErrsAsItsPolesSay) {
  const double w = 10, x = 2 - std::sqrt(2.0);
  const std::pair<const char*, double> expected[] = {
      {"point_to_point", 2.0}, {"tracking", std::exp(-1.0)}, {"integral_tracking", (x - x * x / 2) * std::exp(-x)}};
  for (const auto& [law, share] : expected) {
    const scenario::Outcome outcome = scenario::simulate(example("paper003/ramp_" + std::string(law) + ".toml"));
    for (const auto& drive : outcome.drives) {
      const double v = drive.range / 3.0;
      EXPECT_NEAR(drive.largest_error, share * v / w, 0.02 * share * v / w) << law;
      EXPECT_LT(std::abs(drive.final_error), 1.1e-4) << "what an encoder of 1e-4 rad cannot see";
    }
  }
}

TEST(Paper003, OnSplinesTrackingIsHundredsOfTimesBetterThanPointToPoint) {
  const scenario::Outcome lagging = scenario::simulate(example("paper003/spline_point_to_point.toml"));
  for (const char* law : {"tracking", "integral_tracking"}) {
    const scenario::Outcome following = scenario::simulate(example("paper003/spline_" + std::string(law) + ".toml"));
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_GT(lagging.drives[i].largest_error, 200 * following.drives[i].largest_error) << law;
      EXPECT_LT(following.drives[i].largest_error, 1e-3 * following.drives[i].range) << law;
    }
  }
}

// Offset of the plain law: Kp M e = what gravity pulls more than the model knows.
TEST(Paper003, IntegralActionRemovesTheOffsetOfAPayloadThatTheModelDoesNotKnow) {
  const scenario::Scenario scenario = example("paper003/payload_tracking.toml");
  const scenario::Outcome plain = scenario::simulate(scenario),
                          integral = scenario::simulate(example("paper003/payload_integral_tracking.toml"));
  const auto& last = plain.truth.back();
  const std::vector<double> q(last.q.begin(), last.q.begin() + 6);
  Plant plant(scenario.plant);
  std::vector<double> known(6), all(6);
  plant.set_payload(scenario.machine.payload);
  plant.gravity(q, false, known);
  plant.gravity(q, true, all);
  Eigen::VectorXd more(6);
  for (std::size_t i = 0; i < 6; ++i) more(static_cast<Eigen::Index>(i)) = all[i] - known[i];
  const Eigen::VectorXd offset = tests::mass_matrix(scenario.robot, q).ldlt().solve(more) / 100.0;  // Kp = w^2
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(-plain.drives[i].final_error, offset(static_cast<Eigen::Index>(i)), 1.5e-4) << "joint " << i + 1;
    EXPECT_LT(std::abs(integral.drives[i].final_error), 1.1e-4) << "joint " << i + 1;
  }
  for (const std::size_t i : {1u, 2u, 4u}) {  // that gravity loads most
    EXPECT_GT(std::abs(plain.drives[i].final_error), 0.009);
    EXPECT_GT(std::abs(plain.drives[i].final_error), 100 * std::abs(integral.drives[i].final_error));
  }
}

}  // namespace
}  // namespace tauforge::simulate
