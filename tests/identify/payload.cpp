// A simulated arm with a load of known mass and drives of known gain; and the real pair of logs.
#include "tauforge/identify/payload.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tauforge/files/csv_recording.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/identify/robot_parameters.h"
#include "tests/support/shared_data.h"
#include "tests/support/values.h"

namespace tauforge::identify {
namespace {

constexpr double load_mass = 1.7;
const double gains[6] = {8.0, 9.0, 7.0, 3.0, 2.5, 2.0};

robot::Robot puma() { return files::load_robot(TAUFORGE_SOURCE_DIR "/robots/puma560.toml").take().robot; }

// 20 s at 100 Hz: sums of sines, currents with noise and friction.
recording::Recording moved(const robot::Robot& robot, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> noise(0.0, 1.0);
  recording::Recording r;
  r.name = "arm.csv";
  r.joints = robot.drives;
  r.effort_kind = recording::Effort::current;
  r.q.resize(6), r.effort.resize(6);
  dynamics::State<double> x;
  x.q.resize(6), x.qd.resize(6), x.qdd.resize(6);
  for (int k = 0; k < 2000; ++k) {
    const double t = 0.01 * k;
    r.t.push_back(t);
    for (std::size_t j = 0; j < 6; ++j) {
      x.q[j] = x.qd[j] = x.qdd[j] = 0.0;
      for (int h = 1; h <= 3; ++h) {
        const double w = 0.9 * h + 0.13 * static_cast<double>(j), a = 0.7 / h, phase = 1.7 * h + static_cast<double>(j);
        x.q[j] += a * std::sin(w * t + phase);
        x.qd[j] += a * w * std::cos(w * t + phase), x.qdd[j] -= a * w * w * std::sin(w * t + phase);
      }
      r.q[j].push_back(x.q[j]);
    }
    const auto tau = tests::torque(robot, x);
    for (std::size_t j = 0; j < 6; ++j) {
      const double friction = 0.5 * gains[j] * (0.3 * std::tanh(x.qd[j] / 0.04) + 0.1 * x.qd[j]);
      r.effort[j].push_back((tau[j] + friction) / gains[j] + 0.01 * noise(random));
    }
  }
  return r;
}

robot::Robot frictionless(robot::Robot robot) {
  for (auto& drive : robot.parameters.drive) drive.coulomb = drive.viscous = drive.offset = drive.static_level = 0.0;
  return robot;
}

robot::Robot with_load(const robot::Robot& robot) {
  auto p = parameters_of(robot);
  const double m = load_mass, z = 0.1, r = 0.05;
  const std::size_t last = 50;
  p[last] += m, p[last + 3] += m * z;
  p[last + 4] += m * (z * z + 2 * r * r), p[last + 5] += m * (z * z + 2 * r * r), p[last + 6] += 2 * m * r * r;
  return with_parameters(robot, p);
}

TEST(Payload, IsFoundTogetherWithTheGainsWhenTheFileIsRight) {
  const robot::Robot robot = frictionless(puma());
  const auto fit = identify_payload(robot, moved(robot, 1), moved(with_load(robot), 2));
  ASSERT_TRUE(fit.ok());
  EXPECT_NEAR(fit.value().mass.value, load_mass, 0.05);
  EXPECT_LT(fit.value().mass.low, load_mass);
  EXPECT_GT(fit.value().mass.high, load_mass);
  EXPECT_GT(fit.value().mass.deviation, 0.095 * load_mass) << "no surer than the masses of the file";
  EXPECT_NEAR(fit.value().centre[2].value, 0.1, 0.01);
  for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(fit.value().gains[j].value, gains[j], 0.05 * gains[j]) << j;
  EXPECT_FALSE(fit.value().unknown.empty());
}

TEST(Payload, TakesItsScaleFromWhatIsGiven) {
  // the file is a fifth too heavy: gains that are given make the load right nonetheless
  const robot::Robot truth = frictionless(puma());
  auto p = parameters_of(truth);
  for (std::size_t c = 0; c < 60; ++c) p[c] *= 1.2;
  const robot::Robot heavy = with_parameters(truth, p);
  const auto bare = moved(truth, 1), carrying = moved(with_load(truth), 2);
  const auto from_file = identify_payload(heavy, bare, carrying);
  ASSERT_TRUE(from_file.ok());
  EXPECT_NEAR(from_file.value().mass.value, 1.2 * load_mass, 0.1);
  PayloadOptions with_gains;
  with_gains.gains = std::vector<double>(gains, gains + 6);
  const auto from_gains = identify_payload(heavy, bare, carrying, with_gains);
  ASSERT_TRUE(from_gains.ok());
  EXPECT_NEAR(from_gains.value().mass.value, load_mass, 0.05);
  PayloadOptions with_mass;
  with_mass.known_mass = load_mass;
  const auto from_mass = identify_payload(heavy, bare, carrying, with_mass);
  ASSERT_TRUE(from_mass.ok());
  for (std::size_t j = 1; j < 3; ++j) {
    EXPECT_NEAR(from_mass.value().gains[j].value, gains[j], 0.03 * gains[j]) << j;
    EXPECT_LT(from_mass.value().gains[j].low, gains[j]) << j;
    EXPECT_GT(from_mass.value().gains[j].high, gains[j]) << j;
  }
}

PayloadOptions calibrated_by(const PayloadFit& fit) {
  PayloadOptions options;
  options.gains.emplace(), options.gain_covariance = fit.gain_covariance;
  for (const Estimated& gain : fit.gains) options.gains->push_back(gain.value);
  return options;
}

TEST(Payload, IsWeighedWithGainsThatAKnownMassCalibrated) {
  const robot::Robot robot = frictionless(puma());
  PayloadOptions known;
  known.known_mass = load_mass;
  const auto calibration = identify_payload(robot, moved(robot, 1), moved(with_load(robot), 2), known);
  ASSERT_TRUE(calibration.ok());
  const auto weighed =
      identify_payload(robot, moved(robot, 3), moved(with_load(robot), 4), calibrated_by(calibration.value()));
  ASSERT_TRUE(weighed.ok());
  EXPECT_NEAR(weighed.value().mass.value, load_mass, 0.02 * load_mass);
  EXPECT_LT(weighed.value().mass.low, load_mass);
  EXPECT_GT(weighed.value().mass.high, load_mass);
}

TEST(Payload, IsNoSurerThanTheCalibrationHoweverLongTheLogs) {
  const robot::Robot robot = frictionless(puma());
  PayloadOptions options;
  options.gains = std::vector<double>(gains, gains + 6);
  // all gains are wrong together by 3 %, and each alone by 0.1 %
  options.gain_covariance.emplace(6, std::vector<double>(6, 0.03 * 0.03));
  for (std::size_t j = 0; j < 6; ++j) (*options.gain_covariance)[j][j] += 0.001 * 0.001;
  for (const std::size_t samples : {1000u, 2000u}) {
    const auto fit = identify_payload(robot, slice(moved(robot, 1), 0, samples),
                                      slice(moved(with_load(robot), 2), 0, samples), options);
    ASSERT_TRUE(fit.ok());
    EXPECT_NEAR(fit.value().scale_deviation, 0.03, 0.001) << samples;
    EXPECT_GT(fit.value().mass.deviation, 0.029 * load_mass) << samples;
  }
}

TEST(Payload, RefusesLogsThatCannotAnswer) {
  const robot::Robot robot = puma();
  const auto log = moved(robot, 1);
  auto without = log;
  without.effort.clear();
  EXPECT_FALSE(identify_payload(robot, without, log).ok());
  EXPECT_FALSE(identify_payload(robot, slice(log, 0, 50), log).ok());
}

TEST(Payload, OfTheRealPairContainsTheWeighedMass) {
  TAUFORGE_NEEDS_SHARED("data/ur10e");
  const std::string folder = (testing::shared_data() / "data/ur10e/").string();
  const auto robot = files::load_robot(folder + "ur10e.urdf").take().robot;
  const auto read = [&](const char* name, files::RowRange rows) {
    files::RecordingOptions options;
    options.layout.rows = rows;
    return files::read_recording(folder + name, options).take();
  };
  const auto bare = read("unloaded_50s_14harm.csv", {195, 4966}),
             carrying = read("loaded_2.805kg_50s_14harm.csv", {308, 5071});
  const auto fit = identify_payload(robot, bare, carrying);
  ASSERT_TRUE(fit.ok());
  EXPECT_LT(fit.value().mass.low, 2.805);
  EXPECT_GT(fit.value().mass.high, 2.805);
  EXPECT_NEAR(fit.value().mass.value, 2.805, 0.3);
  // a known mass gives gains about 14 % above the published ones
  PayloadOptions known;
  known.known_mass = 2.805;
  const auto calibrated = identify_payload(robot, bare, carrying, known);
  ASSERT_TRUE(calibrated.ok());
  EXPECT_NEAR(calibrated.value().gains[1].value, 1.14 * 10.6956, 0.05 * 10.6956);
  EXPECT_LT(calibrated.value().gains[1].deviation, 0.5);
}

// Gains from one half of the pair, weighed on the other, both ways round. No figure of the mass enters the second half.
TEST(Payload, OfOneHalfOfTheRealPairIsWeighedByTheOther) {
  TAUFORGE_NEEDS_SHARED("data/ur10e");
  const std::string folder = (testing::shared_data() / "data/ur10e/").string();
  const auto robot = files::load_robot(folder + "ur10e.urdf").take().robot;
  const auto read = [&](const char* name, files::RowRange rows) {
    files::RecordingOptions options;
    options.layout.rows = rows;
    return files::read_recording(folder + name, options).take();
  };
  const char *bare = "unloaded_50s_14harm.csv", *carrying = "loaded_2.805kg_50s_14harm.csv";
  const std::pair<files::RowRange, files::RowRange> halves[] = {{{195, 2580}, {308, 2689}},
                                                                {{2581, 4966}, {2690, 5071}}};
  for (const std::size_t first : {0u, 1u}) {
    PayloadOptions known;
    known.known_mass = 2.805;
    const auto& [a, b] = halves[first];
    const auto& [c, d] = halves[1 - first];
    const auto calibration = identify_payload(robot, read(bare, a), read(carrying, b), known);
    ASSERT_TRUE(calibration.ok());
    const auto weighed = identify_payload(robot, read(bare, c), read(carrying, d), calibrated_by(calibration.value()));
    ASSERT_TRUE(weighed.ok());
    const Estimated& mass = weighed.value().mass;
    EXPECT_NEAR(mass.value, 2.805, 0.02 * 2.805);
    EXPECT_LT(mass.low, 2.805);
    EXPECT_GT(mass.high, 2.805);
    EXPECT_LT(mass.high - mass.low, 2.0 * 0.04 * 2.805);
  }
}

}  // namespace
}  // namespace tauforge::identify
