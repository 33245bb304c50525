#include "tauforge/identify/observation.h"

#include <gtest/gtest.h>

#include "tauforge/files/read_robot.h"
#include "tauforge/identify/least_squares.h"
#include "tauforge/identify/model.h"
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
  Samples samples;
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
    Model truth;
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
  std::vector<int> all() const {
    std::vector<int> list;
    for (std::size_t c = 0; c < columns.size(); ++c) list.push_back(static_cast<int>(c));
    return list;
  }
};

}  // namespace

TEST(Observation, GivesTheParametersBackThatMadeTheTorques) {
  const Log log(1500);
  ColumnEvaluator evaluator(log.robot, log.columns);
  const Block all = merged(observe(evaluator, log.samples, log.torque, {.blocks = 7}, 0));
  const Fit f = fit(all, log.all(), Weighting::ordinary);
  const auto truth = log.values();
  for (std::size_t c = 0; c < truth.size(); ++c)
    EXPECT_NEAR(f.values[static_cast<Eigen::Index>(c)], truth[c], 1e-6 * (1 + std::abs(truth[c])))
        << log.columns[c].name.name;
}

// Blocks may be reduced anywhere and merged later.
TEST(Observation, MergedBlocksEqualOneBlock) {
  const Log log(600);
  ColumnEvaluator evaluator(log.robot, log.columns);
  const Block once = merged(observe(evaluator, log.samples, log.torque, {.blocks = 1}, 0));
  const Block pieces = merged(observe(evaluator, log.samples, log.torque, {.blocks = 9}, 0));
  for (std::size_t j = 0; j < 6; ++j) {
    EXPECT_EQ(once.drives[j].rows, pieces.drives[j].rows);
    const Matrix a = once.drives[j].R.transpose() * once.drives[j].R,
                 b = pieces.drives[j].R.transpose() * pieces.drives[j].R;
    EXPECT_LT((a - b).norm(), 1e-10 * a.norm());
    EXPECT_EQ(once.drives[j].largest, pieces.drives[j].largest);
  }
}

TEST(Observation, TakesAsMuchRoomForALongLogAsForAShortOne) {
  const Log short_log(300), long_log(3000);
  ColumnEvaluator evaluator(short_log.robot, short_log.columns);
  const auto a = observe(evaluator, short_log.samples, short_log.torque, {.blocks = 4}, 0);
  const auto b = observe(evaluator, long_log.samples, long_log.torque, {.blocks = 4}, 0);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t j = 0; j < 6; ++j) EXPECT_EQ(a[0].drives[j].R.size(), b[0].drives[j].R.size());
}

TEST(Observation, ErrorsOfReducedRowsAreThoseOfAllRows) {
  const Log log(400);
  ColumnEvaluator evaluator(log.robot, log.columns);
  const Block all = merged(observe(evaluator, log.samples, log.torque, {.blocks = 3}, 0));
  Model half;
  half.columns = log.columns, half.values = log.values();
  for (double& v : half.values) v *= 0.5;
  const auto prediction = predict(log.robot, half, log.samples);
  Vector values = Eigen::Map<const Vector>(half.values.data(), static_cast<Eigen::Index>(half.values.size()));
  for (std::size_t j = 0; j < 6; ++j) {
    double squares = 0;
    for (std::size_t k = 0; k < prediction[j].size(); ++k) squares += std::pow(log.torque[j][k] - prediction[j][k], 2);
    EXPECT_NEAR(squared_error(all.drives[j], log.all(), values), squares, 1e-8 * squares);
  }
}

}  // namespace tauforge::identify
