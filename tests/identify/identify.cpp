#include "tauforge/identify/identify.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "tauforge/files/csv_recording.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/functions/instances.h"
#include "tauforge/identify/possible_model.h"
#include "tauforge/identify/robot_parameters.h"
#include "tests/support/shared_data.h"

namespace tauforge::identify {

namespace {

robot::Robot puma260() {
  return files::load_robot(std::string(TAUFORGE_SOURCE_DIR) + "/robots/puma260.toml", {}).take().robot;
}

// Twenty seconds of a robot whose joints swing, except those that stand still; torques with 2 % noise.
recording::Recording virtual_log(const robot::Robot& plant, unsigned seed, const std::vector<std::size_t>& still = {}) {
  std::mt19937 random(seed);
  const auto uniform = [&] { return static_cast<double>(random()) / 4294967296.0; };
  recording::Recording log;
  log.name = "virtual.csv", log.joints = plant.drives, log.effort_kind = recording::Effort::torque;
  log.q.resize(6), log.effort.resize(6);
  signals::Samples s;
  s.q.resize(6), s.qd.resize(6), s.qdd.resize(6);
  double amplitude[6][4], phase[6][4];
  for (std::size_t j = 0; j < 6; ++j)
    for (std::size_t h = 0; h < 4; ++h) amplitude[j][h] = 0.3 + 0.5 * uniform(), phase[j][h] = 6.28 * uniform();
  for (const std::size_t j : still)
    for (double& a : amplitude[j]) a = 0.0;
  constexpr std::size_t n = 2000;
  for (std::size_t k = 0; k < n; ++k) {
    const double t = 0.01 * static_cast<double>(k);
    s.t.push_back(t);
    for (std::size_t j = 0; j < 6; ++j) {
      double q = 0, qd = 0, qdd = 0;
      for (std::size_t h = 0; h < 4; ++h) {
        const double w = (0.9 + 0.13 * static_cast<double>(j)) * static_cast<double>(h + 1), a = amplitude[j][h];
        q += a * std::sin(w * t + phase[j][h]), qd += a * w * std::cos(w * t + phase[j][h]);
        qdd -= a * w * w * std::sin(w * t + phase[j][h]);
      }
      s.q[j].push_back(q), s.qd[j].push_back(qd), s.qdd[j].push_back(qdd);
    }
  }
  s.stretches = {{0, n}};
  const BaseParameters base = ordered_base_parameters(plant, paper_order(plant.tree, true));
  TorqueModel truth;
  const auto names = parameter_names(plant);
  for (const Index kept : base.kept)
    truth.columns.push_back({ModelColumn::Kind::parameter, kept, -1, {}, names[static_cast<std::size_t>(kept)]});
  truth.values = grouped(base, parameters_of(plant));
  log.t = s.t, log.q = s.q;
  log.effort = predict(plant, truth, s);
  for (auto& tau : log.effort) {
    double squares = 0;
    for (const double x : tau) squares += x * x / n;
    for (double& x : tau) x += 0.02 * std::sqrt(squares) * 3.46 * (uniform() - 0.5);
  }
  return log;
}

// The robot's file as someone knows it who never measured: off by up to a fifth.
robot::Robot guessed(const robot::Robot& plant) {
  std::mt19937 random(11);
  std::vector<double> values = parameters_of(plant);
  for (double& v : values) v *= 0.8 + 0.4 * static_cast<double>(random()) / 4294967296.0;
  return with_parameters(plant, values);
}

}  // namespace

TEST(Identify, PredictsALogItHasNotSeenToTheNoise) {
  const robot::Robot plant = puma260();
  const auto found = identify(plant, {virtual_log(plant, 1)});
  ASSERT_TRUE(found.ok());
  EXPECT_LT(validate(plant, found.value().model, virtual_log(plant, 2)).error.all, 3.5);  // the noise alone is 2 %
  EXPECT_TRUE(found.value().refusals.empty());
  EXPECT_LT(found.value().after.number(), found.value().before.number());
  EXPECT_GE(found.value().reasons.size(), 4u);
}

// The file the identification starts from is the truth: what shrinks to the file would not change, what shrinks to zero does.
TEST(Identify, SolvesAsItIsAskedToAndSaysSo) {
  const robot::Robot plant = puma260();
  const std::vector logs{virtual_log(plant, 1)};
  const auto with = [&](const std::optional<SolverChoice>& solver) {
    Settings settings;
    settings.solver = solver;
    return identify(plant, logs, settings).take();
  };
  const Identification qr = with(SolverChoice{}), chosen = with(std::nullopt);
  const auto value = [](const Identification& f, std::size_t k) { return f.estimates[k].all; };
  for (const Solver solver : {Solver::svd, Solver::pseudo_inverse}) {
    const Identification other = with(SolverChoice{solver, 0, 0});
    EXPECT_EQ(other.full_solver.solver, solver);
    ASSERT_EQ(other.estimates.size(), qr.estimates.size());
    for (std::size_t k = 0; k < qr.estimates.size(); ++k) EXPECT_NEAR(value(other, k), value(qr, k), 1e-8);
  }
  EXPECT_EQ(qr.full_solver.solver, Solver::qr);
  EXPECT_EQ(chosen.full_solver.solver, Solver::qr);  // these logs need no help
  for (std::size_t k = 0; k < qr.estimates.size(); ++k) EXPECT_EQ(value(chosen, k), value(qr, k));
  const Identification shrunk = with(SolverChoice{Solver::ridge, 1.0, 0});
  const auto said = [](const Identification& f, const std::string& what) {
    return std::any_of(f.reasons.begin(), f.reasons.end(),
                       [&](const std::string& reason) { return reason.find(what) != std::string::npos; });
  };
  EXPECT_TRUE(said(shrunk, "ridge 1 towards zero, as asked"));
  EXPECT_FALSE(said(chosen, "as asked"));
  for (std::size_t k = 0; k < qr.estimates.size(); ++k)
    if (qr.estimates[k].name.name == "ds1" || qr.estimates[k].name.name == "ia1") {
      EXPECT_LT(std::abs(value(shrunk, k)), 0.8 * std::abs(value(qr, k)));
    }
}

// Joints 5 and 6 stand still: what hangs on them cannot be known, is named, and stays as the file has it.
TEST(Identify, NamesWhatABadlyExcitedLogCannotTell) {
  const robot::Robot plant = puma260(), prior = guessed(plant);
  const auto good = identify(prior, {virtual_log(plant, 1)}), poor = identify(prior, {virtual_log(plant, 1, {4, 5})});
  ASSERT_TRUE(good.ok());
  ASSERT_TRUE(poor.ok());
  std::vector<std::string> refused;
  for (const auto& r : poor.value().refusals) {
    refused.push_back(r.name.name);
    EXPECT_FALSE(r.why.empty());
  }
  for (const char* name : {"ia5", "ia6", "ds5", "ds6"})
    EXPECT_NE(std::find(refused.begin(), refused.end(), name), refused.end()) << name;
  const auto fresh = virtual_log(plant, 3);
  const double of_good = validate(plant, good.value().model, fresh).error.all;
  const double of_poor = validate(plant, poor.value().model, fresh).error.all;
  EXPECT_LE(of_poor, 2.0 * of_good);
}

// The robot of the reduced model, asked for its inverse dynamics, says what the model predicts.
TEST(Identify, WritesTheReducedModelAsARobotWithTheSameTorques) {
  const robot::Robot plant = puma260();
  const auto found = identify(plant, {virtual_log(plant, 1)});
  ASSERT_TRUE(found.ok());
  for (const FrictionShape& shape : found.value().friction) ASSERT_NE(shape.form, FrictionForm::presliding);
  const robot::Robot reduced = reduced_robot(plant, found.value().model, found.value().friction);
  const Validation v = validate(plant, found.value().model, virtual_log(plant, 2));
  functions::DriveDynamics<double> drives(reduced.tree, reduced.parameters);
  dynamics::State<double> x;
  x.q.resize(6), x.qd.resize(6), x.qdd.resize(6);
  std::vector<double> tau(6);
  for (std::size_t k = 0; k < v.samples.size(); k += 50) {
    for (std::size_t j = 0; j < 6; ++j)
      x.q[j] = v.samples.q[j][k], x.qd[j] = v.samples.qd[j][k], x.qdd[j] = v.samples.qdd[j][k];
    drives.torques(x, tau);
    for (std::size_t j = 0; j < 6; ++j) EXPECT_NEAR(tau[j], v.prediction[j][k], 1e-9);
  }
}

TEST(Identify, RefusesLogsWithoutTorquesAndLogsThatAreTooShort) {
  const robot::Robot plant = puma260();
  auto silent = virtual_log(plant, 1);
  silent.effort.clear(), silent.effort_kind = recording::Effort::none;
  const auto without = identify(plant, {silent});
  ASSERT_FALSE(without.ok());
  EXPECT_EQ(without.findings()[0].code, "log-effort-missing");
  const auto brief = identify(plant, {recording::slice(virtual_log(plant, 1), 0, 10)});
  ASSERT_FALSE(brief.ok());
  EXPECT_EQ(brief.findings()[0].code, "log-too-short");
  EXPECT_EQ(identify(plant, {}).findings()[0].code, "log-missing");
}

// The plant has 23 parameters that are not zero; friction, rotors and gravity are large, so all rules find most of them,
// and none keeps what the fit cannot tell from zero.
TEST(Identify, EveryRuleOfSignificanceKeepsAboutTheTwentyThreeThatAreThere) {
  const robot::Robot plant = puma260();
  for (const Significance rule : {Significance::left_out_error, Significance::torque_share, Significance::t_test}) {
    Settings settings;
    settings.significance = rule;
    const auto found = identify(plant, {virtual_log(plant, 1)}, settings);
    ASSERT_TRUE(found.ok());
    EXPECT_GE(found.value().after.columns, 20u);
    EXPECT_LE(found.value().after.columns, 30u);
    EXPECT_LT(validate(plant, found.value().model, virtual_log(plant, 2)).error.all, 3.5);
  }
  Settings impossible;
  impossible.significance = Significance::torque_share, impossible.tolerance = 1e6;
  const auto none = identify(plant, {virtual_log(plant, 1)}, impossible);
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.findings()[0].code, "nothing-significant");
}

TEST(Identify, IsDeterministic) {
  const robot::Robot plant = puma260();
  const auto a = identify(plant, {virtual_log(plant, 4)}), b = identify(plant, {virtual_log(plant, 4)});
  ASSERT_TRUE(a.ok() && b.ok());
  EXPECT_EQ(a.value().model.values, b.value().model.values);
  EXPECT_EQ(a.value().reasons, b.value().reasons);
}

// Protocol P1 of the data's own page: published 6.61 % with 58 numbers.
TEST(Identify, PredictsTheMeasuredUr10eBetterThanWasPublished) {
  TAUFORGE_NEEDS_SHARED("data/ur10e");
  const std::string folder = (tauforge::testing::shared_data() / "data/ur10e").string();
  const auto robot = files::load_robot(folder + "/ur10e.urdf").take().robot;
  files::RecordingOptions options;
  const auto published = nlohmann::json::parse(std::ifstream(folder + "/published_parameters.json"));
  options.layout.gains = published.at("drive_gains_Nm_per_A").get<std::vector<double>>();
  options.layout.rows = {635, 3510};
  const auto training = files::read_recording(folder + "/id_30s_12harm.csv", options).take();
  options.layout.rows = {700, 4200};
  const auto fresh = files::read_recording(folder + "/val_ptp_10_points.csv", options).take();
  const auto found = identify(robot, {training});
  ASSERT_TRUE(found.ok());
  EXPECT_LE(found.value().model.fitted_numbers(), 30u);  // growth of friction with load and speed among them
  const double error = validate(robot, found.value().model, fresh).error.all;
  EXPECT_LE(error, 5.2);
  const PossibleRobot possible = possible_robot(robot, found.value());
  EXPECT_LE(validate(robot, possible.model, fresh).error.all,
            1.03 * validate(robot, found.value().full, fresh).error.all);
  for (const double eigenvalue : possible.fit.smallest_eigenvalue) EXPECT_GT(eigenvalue, 0.0);
  EXPECT_EQ(positive_definite_postures(possible.robot, 1000), 1000u);
}

}  // namespace tauforge::identify
