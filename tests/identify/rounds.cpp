// Identification from blocks of logs is that of the logs themselves, whatever the order; what does not belong is refused.
#include "tauforge/identify/rounds.h"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <algorithm>

#include "tauforge/identify/torque_model.h"
#include "tauforge/signals/moving_part.h"
#include "tauforge/signals/reversals.h"
#include "tests/support/robots.h"
#include "tests/support/virtual_log.h"

namespace tauforge::identify {

namespace {

using recording::Recording;

std::vector<Recording> logs_of(const robot::Robot& plant, std::vector<unsigned> seeds, double noise = 0.02) {
  std::vector<Recording> logs;
  for (const unsigned seed : seeds) {
    logs.push_back(testing::swinging_log(plant, {.seed = seed, .samples = 900, .noise = noise, .swing = 0.6}));
    logs.back().name = "log" + std::to_string(seed);
  }
  return logs;
}

using Blocks = std::vector<BlockBytes>;

// Every log as bytes, as if it came from elsewhere.
Blocks sent(const robot::Robot& robot, const RoundModel& model, const std::vector<Recording>& logs) {
  Blocks all;
  for (const Recording& log : logs) {
    auto one = reduced_bytes(robot, model, log);
    EXPECT_TRUE(one.ok());
    all.push_back({log.name, one.take()});
  }
  return all;
}

std::string merged_of(const Blocks& blocks) { return merged_bytes(blocks).take(); }

std::string code_of(const diagnostic::Findings& findings) { return findings.empty() ? "" : findings.front().code; }

RoundSettings with_load() {
  RoundSettings settings;
  settings.cutoff_hz = 12.0, settings.growth.load = true;
  return settings;
}

// A round without factors: every row of every log in one matrix, weighted and solved by Eigen.
std::vector<double> dense_round(const robot::Robot& robot, const RoundModel& model,
                                const std::vector<Recording>& logs) {
  const auto base = ordered_base_parameters(robot, paper_order(robot.tree, model.offsets));
  const ModelColumns columns = columns_of(robot, base, model);
  const auto n = static_cast<Eigen::Index>(columns.size());
  signals::Preparation how;
  how.motion.cutoff_hz = model.cutoff_hz, how.times = signals::Times::recorded;
  const std::size_t drives = robot.drives.size();
  std::vector<std::vector<Eigen::VectorXd>> W(drives);
  std::vector<std::vector<double>> tau(drives);
  for (const Recording& log : logs) {
    const Recording moving = signals::moving_part(log);
    const signals::Samples s = signals::prepare(moving, how);
    const auto near = signals::near_reversals(s, signals::blurred_samples(how, s.period));
    ColumnEvaluator evaluator(robot, columns, model.values);
    std::vector<double> friction(evaluator.friction_columns());
    for (const auto& stretch : s.stretches) {
      evaluator.forget();
      for (std::size_t k = stretch.begin; k < stretch.end; ++k) {
        Motion x;
        for (std::size_t j = 0; j < drives; ++j)
          x.q.push_back(s.q[j][k]), x.qd.push_back(s.qd[j][k]), x.qdd.push_back(s.qdd[j][k]);
        x.t = s.t[k];
        evaluator.friction(x, friction), evaluator.evaluate(x, friction);
        for (std::size_t j = 0; j < drives; ++j) {
          if (near[j][k]) continue;
          Eigen::VectorXd row(n);
          for (Eigen::Index c = 0; c < n; ++c) row[c] = evaluator.value(static_cast<Index>(j), static_cast<int>(c));
          W[j].push_back(row), tau[j].push_back(s.effort[j][k] + evaluator.shift(static_cast<Index>(j)));
        }
      }
    }
  }
  Eigen::VectorXd weights(static_cast<Eigen::Index>(drives)), values;
  for (std::size_t j = 0; j < drives; ++j) {
    double largest = 0.0;
    for (const double t : tau[j]) largest = std::max(largest, std::abs(t));
    weights[static_cast<Eigen::Index>(j)] = 1.0 / largest;
  }
  for (int round = 0; round < 21; ++round) {
    Eigen::Index count = 0;
    for (const auto& t : tau) count += static_cast<Eigen::Index>(t.size());
    Eigen::MatrixXd A(count, n);
    Eigen::VectorXd b(count);
    count = 0;
    for (std::size_t j = 0; j < drives; ++j)
      for (std::size_t r = 0; r < tau[j].size(); ++r, ++count) {
        const double w = weights[static_cast<Eigen::Index>(j)];
        A.row(count) = w * W[j][r].transpose(), b[count] = w * tau[j][r];
      }
    values = Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(A).solve(b);
    if (round == 20) break;
    Eigen::VectorXd next(weights.size());
    for (std::size_t j = 0; j < drives; ++j) {
      double squares = 0.0;
      for (std::size_t r = 0; r < tau[j].size(); ++r) squares += std::pow(W[j][r].dot(values) - tau[j][r], 2);
      next[static_cast<Eigen::Index>(j)] = std::sqrt(static_cast<double>(tau[j].size()) / squares);
    }
    const double change = (next - weights).cwiseAbs().cwiseQuotient(next).maxCoeff();
    weights = next;
    if (change < 1e-3) round = 19;  // once more, with these
  }
  return {values.begin(), values.end()};
}

TEST(Rounds, OnBlocksEqualRoundsInOneProcessOnAllRowsAtOnce) {
  const robot::Robot robot = tests::robot_in_folder("puma260");
  robot::Robot plant = robot;
  plant.tree.loaded_friction = true;
  for (auto& drive : plant.parameters.drive) drive.growth = {0.3, 0.0};
  const std::vector<Recording> logs = logs_of(plant, {3, 4, 5}, 0.002);
  RoundModel blocks = first_round(robot, with_load());
  blocks.blocks = 1;  // rows between blocks are left out: with one block per log there are none
  RoundModel dense = blocks;
  for (int round = 0; round < 4; ++round) {
    auto fit = fitted_bytes(robot, sent(robot, blocks, logs));
    ASSERT_TRUE(fit.ok());
    dense.values = dense_round(robot, dense, logs);
    blocks = fit.value().next;
    double largest = 0.0;
    for (std::size_t c = 0; c < dense.values.size(); ++c) largest = std::max(largest, std::abs(dense.values[c]));
    for (std::size_t c = 0; c < dense.values.size(); ++c)
      if (blocks.names[c].starts_with("fs") || blocks.names[c].starts_with("fl")) {
        ASSERT_GT(dense.values[c], 0.0) << blocks.names[c];  // no sign holds anything here
      }
    for (std::size_t c = 0; c < dense.values.size(); ++c)
      EXPECT_NEAR(blocks.values[c], dense.values[c], 1e-10 * largest) << blocks.names[c] << " in round " << round + 1;
  }
  EXPECT_EQ(blocks.round, 5u);
}

TEST(Rounds, SettleWhereIdentificationDoes) {
  const robot::Robot robot = tests::robot_in_folder("puma260");
  const std::vector<Recording> logs = logs_of(robot, {3, 4});
  Settings settings;
  settings.cutoff_hz = 12.0, settings.delay = 0.0, settings.friction = {FrictionForm::coulomb};
  settings.growth = {}, settings.solver = SolverChoice{};
  const auto together = identify(robot, logs, settings);
  ASSERT_TRUE(together.ok());
  const RoundModel model = first_round(robot, together.value());
  const auto fit = fitted_bytes(robot, sent(robot, model, logs));
  ASSERT_TRUE(fit.ok());
  EXPECT_TRUE(fit.value().settled);
  EXPECT_LT(fit.value().moved, 1e-10);
  std::size_t compared = 0;
  for (const Estimate& e : together.value().estimates)
    for (const Estimate& own : fit.value().estimates)
      if (own.name.name == e.name.name) {
        EXPECT_NEAR(own.all, e.all, 1e-10 * std::max(1.0, std::abs(e.all))) << e.name.name;
        EXPECT_EQ(own.from_file, e.from_file) << e.name.name;
        ++compared;
      }
  EXPECT_EQ(compared, together.value().estimates.size());
}

TEST(Rounds, DoNotDependOnTheOrderOfBlocksNorOnWhatIsMergedFirst) {
  const robot::Robot robot = tests::robot_in_folder("scara");
  const RoundModel model = first_round(robot, with_load());
  const Blocks all = sent(robot, model, logs_of(robot, {1, 2, 3}));
  const auto forth = fitted_bytes(robot, all), back = fitted_bytes(robot, Blocks{all[2], all[0], all[1]});
  ASSERT_TRUE(forth.ok() && back.ok());
  EXPECT_EQ(forth.value().next.values, back.value().next.values);  // to the last bit
  const std::string left = merged_of({{"01", merged_of({all[0], all[1]})}, all[2]});
  const std::string right = merged_of({all[0], {"21", merged_of({all[2], all[1]})}});
  EXPECT_EQ(left, right);
  EXPECT_EQ(fitted_bytes(robot, Blocks{{"all", left}}).value().next.values, forth.value().next.values);
}

TEST(Rounds, RefuseWhatIsForeignStaleOrThereTwice) {
  const robot::Robot robot = tests::robot_in_folder("scara");
  const RoundModel model = first_round(robot, with_load());
  const std::vector<Recording> logs = logs_of(robot, {1, 2});
  const Blocks all = sent(robot, model, logs);
  robot::Robot other = robot;
  other.parameters.drive[0].viscous += 1e-9;
  EXPECT_EQ(code_of(fitted_bytes(other, all).findings()), "block-foreign");
  EXPECT_EQ(code_of(reduced_bytes(other, model, logs[0]).findings()), "block-foreign");
  EXPECT_EQ(code_of(fitted_bytes(robot, Blocks{all[0], all[1], all[0]}).findings()), "block-twice");
  EXPECT_EQ(code_of(merged_bytes(Blocks{all[0], all[0]}).findings()), "block-twice");
  const RoundModel next = fitted_bytes(robot, all).value().next;
  const Blocks fresh = sent(robot, next, {logs[0]});
  EXPECT_EQ(code_of(fitted_bytes(robot, Blocks{fresh[0], all[1]}).findings()), "block-stale");
  EXPECT_EQ(code_of(fitted_bytes(robot, all, &next).findings()), "block-stale");
  RoundModel elsewhere = model;
  elsewhere.delay = 1e-3;
  EXPECT_EQ(code_of(fitted_bytes(robot, Blocks{all[0], sent(robot, elsewhere, {logs[1]})[0]}).findings()),
            "block-stale");
  EXPECT_EQ(code_of(fitted_bytes(robot, Blocks{}).findings()), "block-missing");
}

TEST(Rounds, AreTextsThatReadBackAndPointAtTheirMistakes) {
  const robot::Robot robot = tests::robot_in_folder("scara");
  const RoundModel model = first_round(robot, with_load());
  const std::string text = to_text(model);
  const auto again = read_round_model("a.round", text);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(to_text(again.value()), text);
  EXPECT_EQ(again.value().values, model.values);
  std::string wrong = text;
  wrong.replace(wrong.find("delay 0"), 7, "delay x");
  const auto refused = read_round_model("a.round", wrong).findings();
  ASSERT_EQ(code_of(refused), "round-malformed");
  EXPECT_EQ(refused.front().at.line, 5);
  for (std::size_t end = 0; end < text.size(); ++end)
    EXPECT_FALSE(read_round_model("a.round", text.substr(0, end)).ok()) << end;
}

TEST(Rounds, BlocksThatBreakOffOrWereChangedAreRefused) {
  const robot::Robot robot = tests::robot_in_folder("scara");
  RoundSettings settings;
  settings.cutoff_hz = 12.0, settings.blocks = 1;
  const std::string bytes = sent(robot, first_round(robot, settings), logs_of(robot, {1})).front().bytes;
  EXPECT_LT(bytes.size(), 20000u);  // kilobytes
  for (std::size_t k = 0; k < bytes.size(); k += 7) {
    std::string changed = bytes;
    changed[k] = static_cast<char>(changed[k] ^ 4);
    EXPECT_EQ(code_of(merged_bytes(Blocks{{"a.block", changed}}).findings()), "block-malformed") << k;
    EXPECT_EQ(code_of(merged_bytes(Blocks{{"a.block", bytes.substr(0, k)}}).findings()), "block-malformed") << k;
  }
}

}  // namespace

}  // namespace tauforge::identify
