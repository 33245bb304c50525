#include "tauforge/identify/reduced_fit.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/files/read_robot.h"
#include "tauforge/identify/robot_parameters.h"

namespace tauforge::identify {

namespace {

robot::Robot robot_file(const std::string& name) {
  return files::load_robot(std::string(TAUFORGE_SOURCE_DIR) + "/robots/" + name, {}).take().robot;
}

// A log of a robot that knows its own parameters.
struct Log {
  robot::Robot robot = robot_file("puma560.toml");
  BaseParameters base = ordered_base_parameters(robot, paper_order(robot.tree, true));
  ModelColumns columns = parameter_columns(robot, base);
  signals::Samples samples;
  recording::Channels torque;

  explicit Log(std::size_t n) {
    samples.q.resize(6), samples.qd.resize(6), samples.qdd.resize(6), torque.resize(6);
    for (std::size_t k = 0; k < n; ++k) {
      const double t = 0.01 * static_cast<double>(k);
      samples.t.push_back(t);
      for (std::size_t j = 0; j < 6; ++j) {
        const double w = 1.0 + 0.37 * static_cast<double>(j), w2 = 2.3 * w;
        samples.q[j].push_back(std::sin(w * t) + 0.3 * std::cos(w2 * t));
        samples.qd[j].push_back(w * std::cos(w * t) - 0.3 * w2 * std::sin(w2 * t));
        samples.qdd[j].push_back(-w * w * std::sin(w * t) - 0.3 * w2 * w2 * std::cos(w2 * t));
      }
    }
    samples.stretches = {{0, n}};
    TorqueModel truth;
    truth.columns = columns, truth.values = values();
    torque = predict(robot, truth, samples);
  }
  std::vector<double> values() const {
    const auto groups = grouped(base, parameters_of(robot));
    std::vector<double> v;
    for (const auto& c : columns)
      for (std::size_t k = 0; k < base.kept.size(); ++k)
        if (base.kept[k] == c.regressor) v.push_back(groups[k]);
    return v;
  }
};

}  // namespace

TEST(Observation, GivesTheParametersBackThatMadeTheTorques) {
  const Log log(1500);
  const auto found = reduced_fit(log.robot, log.columns, log.samples, log.torque, 7);
  const auto truth = log.values();
  for (std::size_t c = 0; c < truth.size(); ++c)
    EXPECT_NEAR(found.values[c], truth[c], 1e-6 * (1 + std::abs(truth[c]))) << log.columns[c].name.name;
}

// Blocks may be reduced anywhere and merged later.
TEST(Observation, MergedBlocksEqualOneBlock) {
  const Log log(600);
  auto noisy = log.torque;
  for (auto& tau : noisy)
    for (std::size_t k = 0; k < tau.size(); ++k) tau[k] += 0.1 * std::sin(37.0 * static_cast<double>(k));
  const auto once = reduced_fit(log.robot, log.columns, log.samples, noisy, 1);
  const auto pieces = reduced_fit(log.robot, log.columns, log.samples, noisy, 9);
  EXPECT_EQ(once.rows, pieces.rows);
  for (std::size_t j = 0; j < 6; ++j)
    EXPECT_NEAR(once.squared_error[j], pieces.squared_error[j], 1e-9 * once.squared_error[j]);
  for (std::size_t c = 0; c < once.values.size(); ++c)
    EXPECT_NEAR(once.values[c], pieces.values[c], 1e-8 * (1 + std::abs(once.values[c]))) << log.columns[c].name.name;
}

TEST(Observation, TakesAsMuchRoomForALongLogAsForAShortOne) {
  const Log brief(300), lengthy(3000);
  const auto a = reduced_fit(brief.robot, brief.columns, brief.samples, brief.torque, 4);
  const auto b = reduced_fit(lengthy.robot, lengthy.columns, lengthy.samples, lengthy.torque, 4);
  EXPECT_EQ(a.kept_numbers, b.kept_numbers);
  EXPECT_EQ(b.rows[0], 10 * a.rows[0]);
}

TEST(Observation, ErrorsOfReducedRowsAreThoseOfAllRows) {
  const Log log(400);
  TorqueModel half;
  half.columns = log.columns, half.values = log.values();
  for (double& v : half.values) v *= 0.5;
  const auto prediction = predict(log.robot, half, log.samples);
  const auto reduced = reduced_errors(log.robot, half, log.samples, log.torque, 3);
  for (std::size_t j = 0; j < 6; ++j) {
    double squares = 0;
    for (std::size_t k = 0; k < prediction[j].size(); ++k) squares += std::pow(log.torque[j][k] - prediction[j][k], 2);
    EXPECT_NEAR(reduced[j], squares, 1e-8 * squares);
  }
}

}  // namespace tauforge::identify
