// Thresholds from short records of known noise, judged by how often long records of it exceed them.
#include "tauforge/identify/alarm_threshold.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace tauforge::identify {
namespace {

constexpr double period = 0.004;
const AlarmSettings ten_minutes{.gain = 30.0, .rate = 1.0 / 600.0};

// Errors of torques: white, coloured by a first-order filter of 60/s, or with the tails of Laplace.
enum class Noise { coloured, laplace };

std::vector<double> record(Noise noise, double seconds, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::exponential_distribution<double> exponential;
  const auto size = static_cast<std::size_t>(seconds / period);
  const double kept = std::exp(-60.0 * period);
  std::vector<double> errors(size);
  double x = 0.0;
  for (double& e : errors) {
    x = noise == Noise::coloured ? kept * x + std::sqrt(1.0 - kept * kept) * normal(random)
                                 : exponential(random) - exponential(random);
    e = x;
  }
  return errors;
}

// The residual of an observer, sample by sample as it runs.
std::vector<double> residual(const std::vector<double>& errors) {
  std::vector<double> r(errors.size());
  double last = 0.0;
  const double a = ten_minutes.gain * period;
  for (std::size_t k = 0; k < r.size(); ++k) r[k] = last = (last + a * errors[k]) / (1.0 + a);
  return r;
}

// How often a guard would stop: it looks again a while after each alarm.
double alarms_per_second(const std::vector<double>& r, double threshold) {
  std::size_t alarms = 0, blind = 0;
  const auto while_blind = static_cast<std::size_t>(0.1 / period);
  for (const double value : r) {
    if (blind > 0) --blind;
    if (std::abs(value) > threshold) alarms += blind == 0, blind = while_blind;
  }
  return static_cast<double>(alarms) / (static_cast<double>(r.size()) * period);
}

void expect_the_stated_rate(Noise noise, double seconds_known) {
  const std::vector<double> long_record = residual(record(noise, 40 * 600.0, 1));
  std::vector<double> ratios;
  for (unsigned seed = 100; seed < 200; ++seed) {
    const auto found = alarm_threshold({record(noise, seconds_known, seed)}, period, ten_minutes);
    ASSERT_TRUE(found.has_value());
    ratios.push_back(alarms_per_second(long_record, found->torque) / ten_minutes.rate);
  }
  std::sort(ratios.begin(), ratios.end());
  SCOPED_TRACE("rate / stated, 10 %, median, 90 %: " + std::to_string(ratios[10]) + " " + std::to_string(ratios[50]) +
               " " + std::to_string(ratios[90]));
  EXPECT_GT(ratios[50], 0.2);
  EXPECT_LT(ratios[50], 5.0);
}

TEST(AlarmThreshold, IsExceededAboutAsOftenAsStatedByColouredNormalNoise) {
  expect_the_stated_rate(Noise::coloured, 60.0);
}

TEST(AlarmThreshold, OfAnExactlyExponentialTailIsItsQuantile) {
  // single peaks far apart, of known sizes: the filter of gain 1/period halves them, and they do not meet
  const double gain = 1.0 / period;
  std::mt19937 random(3);
  std::exponential_distribution<double> exponential(1.0 / 0.25);  // mean 0.25
  std::vector<double> errors;
  for (int k = 0; k < 20000; ++k) {
    errors.insert(errors.end(), 39, 0.0);
    errors.push_back(2.0 * (1.0 + exponential(random)));
  }
  const double seconds = static_cast<double>(errors.size()) * period, rate = 1.0 / 36000.0;
  const auto found = alarm_threshold({errors}, period, {.gain = gain, .rate = rate});
  ASSERT_TRUE(found.has_value());
  const double exact = 1.0 + 0.25 * std::log(20000.0 / seconds / rate);
  EXPECT_NEAR(found->torque, exact, 3 * 0.25 * std::log(2250.0) / std::sqrt(200.0));
  EXPECT_NEAR(found->excess, 0.25, 3 * 0.25 / std::sqrt(200.0));
  EXPECT_FALSE(found->heavy);
}

TEST(AlarmThreshold, TakesOneDisturbanceForOnePeak) {
  std::mt19937 random(7);
  std::exponential_distribution<double> exponential;
  std::vector<double> errors;
  for (int k = 0; k < 5000; ++k) {
    errors.insert(errors.end(), 5, exponential(random));  // lasts for five samples
    errors.insert(errors.end(), 55, 0.0);
  }
  const auto found = alarm_threshold({errors}, period, {.gain = 1.0 / period});
  ASSERT_TRUE(found.has_value());
  std::size_t disturbances = 0;  // that reach the level, behind r = (r + e) / 2
  double r = 0.0, most = 0.0;
  for (std::size_t k = 0; k < errors.size(); ++k) {
    r = (r + errors[k]) / 2.0, most = std::max(most, r);
    if (k % 60 == 59) disturbances += most > found->level, most = 0.0;
  }
  EXPECT_EQ(found->peaks, disturbances);
}

TEST(AlarmThreshold, TellsATailThatIsHeavierThanStated) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform;
  std::vector<double> errors;
  for (int k = 0; k < 20000; ++k) {
    errors.insert(errors.end(), 39, 0.0);
    errors.push_back(std::pow(uniform(random), -0.7));  // a tail of Pareto
  }
  const auto found = alarm_threshold({errors}, period, {.gain = 1.0 / period});
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE(found->heavy);
}

TEST(AlarmThreshold, IsAboveAllThatWasSeenAndGrowsAsAlarmsBecomeRarer) {
  const std::vector<double> errors = record(Noise::coloured, 120.0, 11);
  double last = 0.0;
  for (const double rate : {1.0 / 60.0, 1.0 / 600.0, 1.0 / 3600.0, 1.0 / 3.6e6}) {
    const auto found = alarm_threshold({errors}, period, {.gain = 30.0, .rate = rate});
    ASSERT_TRUE(found.has_value());
    EXPECT_GE(found->torque, found->largest);
    EXPECT_GE(found->torque, last);
    last = found->torque;
  }
  // doubling the errors doubles it
  std::vector<double> twice = errors;
  for (double& e : twice) e *= 2.0;
  EXPECT_NEAR(alarm_threshold({twice}, period, {.gain = 30.0, .rate = 1.0 / 3.6e6})->torque, 2.0 * last, 1e-12);
}

TEST(AlarmThreshold, IsNotMadeUpFromRecordsThatAreTooShort) {
  EXPECT_FALSE(alarm_threshold({record(Noise::coloured, 10.0, 1)}, period, ten_minutes).has_value());
  EXPECT_TRUE(alarm_threshold({record(Noise::coloured, 40.0, 1)}, period, ten_minutes).has_value());
}

TEST(AlarmThreshold, IsExceededAboutAsOftenAsStatedByNoiseOfLaplace) { expect_the_stated_rate(Noise::laplace, 60.0); }

}  // namespace
}  // namespace tauforge::identify
