// What two rates cost: torques with coefficients from the background against torques in one pass, along the trajectories of
// examples/two_rate.
#include <gtest/gtest.h>

#include <cmath>

#include "scenarios.h"
#include "tauforge/scenario/simulate.h"

namespace tauforge::simulate {

namespace {

scenario::Scenario scenario(const std::string& speed) {
  return scenario::read_scenario(std::string(TAUFORGE_SOURCE_DIR) + "/examples/two_rate/" + speed + ".toml",
                                 tests::robot_named("puma260"))
      .take();
}

// Of the computed torque of the wanted motion, which depends on nothing else: the worst of joints 1 to 3, rms over rms.
double torque_lost(const std::string& speed, int ratio) {
  scenario::Scenario two = scenario(speed);
  two.control.law = control::Law::feed_forward;
  two.control.envelope.assign(6, INFINITY);  // nobody looks where the arm is, or how fast
  two.guard.velocity.assign(6, INFINITY);
  two.executive.background.fill(ratio * two.executive.period);
  two.executive.policies.age_bound = 1000 * two.executive.period;
  scenario::Scenario one = two;
  one.control.two_rates = false;
  const scenario::Outcome a = scenario::simulate(one), b = scenario::simulate(two);
  double worst = 0.0;
  for (std::size_t j = 0; j < 3; ++j) {
    double difference = 0.0, whole = 0.0;
    for (std::size_t k = 0; k < a.samples.size(); ++k) {
      difference += std::pow(b.samples[k].tau[j] - a.samples[k].tau[j], 2);
      whole += std::pow(a.samples[k].tau[j], 2);
    }
    worst = std::max(worst, std::sqrt(difference / whole));
  }
  return worst;
}

double tracking_error(scenario::Scenario scenario, bool two_rates) {
  scenario.control.two_rates = two_rates;
  double worst = 0.0;
  const scenario::Outcome outcome = scenario::simulate(scenario);
  for (std::size_t j = 0; j < 3; ++j) worst = std::max(worst, outcome.drives[j].rms_error);
  return worst;
}

}  // namespace

// Background tasks that take 20 ms, as in [IHPH92], beside a synchronous task every 2 ms: an order of magnitude, as the
// bandwidths of velocities and accelerations.
TEST(TwoRates, LoseLessThanTwoPercentOfTheTorqueOnSlowTrajectories) {
  EXPECT_EQ(scenario("slow").executive.background[0], 10 * scenario("slow").executive.period);
  EXPECT_LT(torque_lost("slow", 10), 0.02);
}

TEST(TwoRates, LoseMoreTheOlderTheModelAndTheFasterTheMotion) {
  EXPECT_LT(torque_lost("slow", 1), 0.005);
  EXPECT_LT(torque_lost("slow", 10), torque_lost("slow", 100));
  EXPECT_LT(torque_lost("slow", 10), torque_lost("fast", 10));
  EXPECT_GT(torque_lost("fast", 100), 0.1);
}

TEST(TwoRates, FollowAsWellAsOnePass) {
  for (const char* speed : {"slow", "fast"})
    EXPECT_LT(tracking_error(scenario(speed), true), 1.05 * tracking_error(scenario(speed), false)) << speed;
}

}  // namespace tauforge::simulate
