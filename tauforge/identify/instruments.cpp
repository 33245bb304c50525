#include "tauforge/identify/instruments.h"

#include <fmt/format.h>

#include <algorithm>

#include "tauforge/diagnostic/require.h"
#include "tauforge/identify/check_logs.h"
#include "tauforge/identify/closed_loop.h"
#include "tauforge/identify/possible_model.h"
#include "tauforge/identify/qr.h"
#include "tauforge/identify/svd.h"

namespace tauforge::identify {

namespace {

using Wide = Eigen::Index;

// As far as possible_robot asks.
robot::Robot robot_of(const PreparedLogs& prepared, const BaseParameters& base, const FullModel& model) {
  Identification found;
  found.base = base, found.friction = model.friction;
  found.full = torque_model(model, model.fit.columns, model.fit.values, false, 0, prepared.filter.preparation);
  for (const DriveRows& rows : model.settled.rows.all.drives) found.rows += rows.rows;
  keep_evidence(model, found);
  robot::Robot prior = prepared.robot;
  if (!prepared.settings.offsets)
    for (auto& drive : prior.parameters.drive) drive.offset = 0.0;
  return possible_robot(prior, found).robot;
}

// Of the torques, by what the fit has moved.
double moved(const FullModel& from, const FullModel& to) {
  Vector change = to.fit.values;
  for (std::size_t c = 0; c < to.fit.columns.size(); ++c)
    for (std::size_t k = 0; k < from.fit.columns.size(); ++k)
      if (from.fit.columns[k] == to.fit.columns[c])
        change[static_cast<Wide>(c)] -= from.fit.values[static_cast<Wide>(k)];
  const Stacked rows = stacked(to.settled.rows.all, to.fit.columns, to.fit.weights);
  return (rows.A * change).norm() / std::max(rows.b.norm(), 1e-300);
}

}  // namespace

Matrix first_stage(const DriveRows& both) {
  const Wide n = static_cast<Wide>(both.columns.size()) / 2;
  Vector lengths = both.R.middleCols(n, n).colwise().norm();
  for (double& length : lengths)
    if (length == 0.0) length = 1.0;
  const auto [U, V, s] = thin_svd(both.R.middleCols(n, n) * lengths.cwiseInverse().asDiagonal());
  constexpr double dependent = 1e-10;
  Vector inverse = Vector::Zero(s.size());
  for (Wide k = 0; k < s.size(); ++k)
    if (s[k] > dependent * s[0]) inverse[k] = 1.0 / s[k];
  return lengths.cwiseInverse().asDiagonal() *
         (V * (inverse.asDiagonal() * (U.transpose() * both.R.leftCols(n))));  // (1)
}

void predict_by_instruments(Observations& observed) {
  for (std::size_t j = 0; j < observed.all.drives.size(); ++j) {
    const Matrix predicts = first_stage(observed.all.drives[j]);
    const auto replace = [&](Block& block) {
      DriveRows& rows = block.drives[j];
      rows.R.middleCols(predicts.rows(), predicts.rows()) *= predicts;
    };
    for (Block& block : observed.blocks) replace(block);
    replace(observed.all);
  }
}

Block second_stage(const Block& both) {
  Block block = both;
  block.near_reversals.clear();
  for (DriveRows& rows : block.drives) {
    const std::size_t n = rows.columns.size() / 2;
    rows.columns.resize(n), rows.largest.resize(n);
    rows.R = triangular_factor(rows.R.rightCols(static_cast<Wide>(n) + 1));
  }
  return block;
}

double reference_hz_of(const signals::Preparation& preparation, double period, const std::optional<double>& asked) {
  if (asked) return *asked;
  const double highest = 0.5 / period, cutoff = preparation.motion.cutoff_hz;
  return 0.25 * (cutoff > 0.0 ? std::min(cutoff, highest) : highest);
}

std::vector<signals::Samples> references(const std::vector<recording::Recording>& logs, signals::Preparation how,
                                         double reference_hz) {
  how.motion.cutoff_hz = reference_hz;
  std::vector<signals::Samples> all;
  for (const auto& log : logs) all.push_back(signals::prepare(log, how));
  return all;
}

diagnostic::Result<std::vector<signals::Samples>> simulated_loops(const robot::Robot& robot,
                                                                  const std::vector<recording::Recording>& logs,
                                                                  const std::vector<signals::Samples>& references,
                                                                  const std::function<void()>& before_log) {
  std::vector<signals::Samples> all;
  for (std::size_t k = 0; k < references.size(); ++k) {
    if (before_log) before_log();
    auto motion = simulated_loop(robot, references[k]);
    if (!motion)
      return diagnostic::error(whole_log(logs[k].name), "iv-loop-lost",
                               fmt::format("the simulated arm does not follow '{}'", logs[k].name),
                               "identify by least squares (--method ls) and look at its verdict first");
    all.push_back(std::move(*motion));
  }
  return all;
}

diagnostic::Result<InstrumentedModel> instrumented_model(PreparedLogs prepared, const BaseParameters& base,
                                                         const FrictionTrials& trials, const FrictionChoice& friction,
                                                         const FullModel& least_squares) {
  constexpr int most_rounds = 8;
  constexpr double still = 1e-3;
  InstrumentedModel result;
  result.use.direct = prepared.settings.method == Method::direct;
  result.use.reference_hz =
      reference_hz_of(prepared.filter.preparation, prepared.samples.front().period, prepared.settings.reference_hz);
  const std::vector<signals::Samples> reference =
      references(prepared.logs, prepared.filter.preparation, result.use.reference_hz);
  for (std::size_t k = 0; k < reference.size(); ++k)
    diagnostic::require(reference[k].size() == prepared.samples[k].size(), "a reference has the times of its log");
  result.model = least_squares;
  for (int& round = result.use.rounds; round < most_rounds && !result.use.settled;) {
    ++round;
    auto motion = simulated_loops(robot_of(prepared, base, result.model), prepared.logs, reference);
    if (!motion) return motion.findings();
    result.motion = motion.take();
    prepared.instruments = &result.motion;
    FullModel next = full_model(prepared, base, trials, friction);
    result.use.moved = moved(result.model, next);
    result.use.settled = result.use.moved < still;
    result.model = std::move(next);
  }
  return result;
}

}  // namespace tauforge::identify
