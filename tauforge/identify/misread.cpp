#include "tauforge/identify/misread.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "tauforge/identify/check_logs.h"
#include "tauforge/identify/cutoff_choice.h"
#include "tauforge/identify/least_squares.h"
#include "tauforge/identify/qr.h"

namespace tauforge::identify {

using diagnostic::Findings;
using diagnostic::warning;
using signals::Samples;

namespace {

constexpr std::size_t enough_rows = 1500;
constexpr double much_better = 0.6, much_explained = 1.0 / 3.0;

// What was done to the columns of a log.
struct Change {
  enum class Kind { none, torques, positions, torque_sign, position_sign } kind = Kind::none;
  std::size_t i = 0, j = 0;
};

class Trials {
 public:
  Trials(const robot::Robot& robot, const Identification& found, const std::vector<recording::Recording>& logs)
      : robot_(robot), columns_(parameter_columns(robot, found.base)) {
    for (Index j = 0; j < robot.tree.drives(); ++j)
      columns_.push_back(friction_column(robot, j, {FrictionForm::coulomb, 0.0}));
    every_column_.resize(columns_.size());
    std::iota(every_column_.begin(), every_column_.end(), 0);
    std::size_t rows = 0;
    for (const auto& log : logs) {
      samples_.push_back(signals::prepare(log, found.model.preparation));
      torque_.push_back(torques(robot, log, samples_.back()));
      rows += samples_.back().size();
    }
    every_ = std::max<std::size_t>(1, rows / enough_rows);
  }

  // The mean over drives of the squared relative error.
  double error(const Change& change) const {
    ColumnEvaluator evaluator(robot_, columns_);
    std::vector<Block> blocks;
    for (std::size_t k = 0; k < samples_.size(); ++k) {
      Samples s = samples_[k];
      recording::Channels tau = torque_[k];
      apply(change, s, tau);
      auto of_log = observe(evaluator, s, tau, {.blocks = 1, .every = every_}, k);
      std::move(of_log.begin(), of_log.end(), std::back_inserter(blocks));
    }
    if (blocks.empty()) return HUGE_VAL;
    const Block all = merged(blocks);
    const Fit f = fit(all, every_column_, Weighting::iteratively_reweighted, {Solver::ridge, 1e-4, 0});
    double sum = 0.0;
    for (const DriveRows& rows : all.drives)
      if (const double torque = rows.squared_torque(); torque > 0.0)
        sum += std::min(1.0, squared_error(rows, f.columns, f.values) / torque);
    return std::sqrt(sum / static_cast<double>(all.drives.size()));
  }

 private:
  static void apply(const Change& c, Samples& s, recording::Channels& tau) {
    const auto turn = [](std::vector<double>& x) {
      for (double& value : x) value = -value;
    };
    switch (c.kind) {
      case Change::Kind::none: return;
      case Change::Kind::torques: return std::swap(tau[c.i], tau[c.j]);
      case Change::Kind::torque_sign: return turn(tau[c.i]);
      case Change::Kind::positions:
        for (auto* x : {&s.q, &s.qd, &s.qdd}) std::swap((*x)[c.i], (*x)[c.j]);
        return;
      case Change::Kind::position_sign:
        for (auto* x : {&s.q, &s.qd, &s.qdd}) turn((*x)[c.i]);
    }
  }

  const robot::Robot& robot_;
  ModelColumns columns_;
  std::vector<int> every_column_;
  std::vector<Samples> samples_;
  std::vector<recording::Channels> torque_;
  std::size_t every_ = 1;
};

}  // namespace

Findings exchanged_columns(const robot::Robot& robot, const Identification& found,
                           const std::vector<recording::Recording>& logs) {
  using Kind = Change::Kind;
  const Trials trials(robot, found, logs);
  const std::size_t drives = robot.drives.size();
  std::vector<Change> changes;
  for (std::size_t i = 0; i < drives; ++i) {
    changes.push_back({Kind::torque_sign, i, i}), changes.push_back({Kind::position_sign, i, i});
    for (std::size_t j = i + 1; j < drives; ++j)
      changes.push_back({Kind::torques, i, j}), changes.push_back({Kind::positions, i, j});
  }
  const double now = trials.error({});
  double best = much_better * now;
  Change which;
  for (const Change& change : changes)
    if (const double error = trials.error(change); error < best) best = error, which = change;
  if (which.kind == Kind::none) return {};
  const bool sign = which.kind == Kind::torque_sign || which.kind == Kind::position_sign;
  const bool torque = which.kind == Kind::torque_sign || which.kind == Kind::torques;
  const std::string what = fmt::format("{} of {}", torque ? "effort" : "position", robot.drives[which.i]);
  return {warning(whole_log(logs.front().name), "columns-exchanged",
                  fmt::format("the torques are explained {:.1f} times better with {}", now / std::max(best, 1e-12),
                              sign ? fmt::format("the {} turned round", what)
                                   : fmt::format("the {} and that of {} exchanged", what, robot.drives[which.j])),
                  sign ? "sign = [...] of efforts in a layout, or the direction of the joint's axis"
                       : "the order of the columns: --position, --torque, or a list of names in a layout")};
}

Findings coupled_drives(const robot::Robot& robot, const std::vector<Validation>& logs,
                        const std::vector<std::size_t>& missed) {
  Findings findings;
  const auto sign = [](double x) { return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0; };
  for (const std::size_t j : missed) {
    double best = much_explained;
    std::size_t by = j;
    for (std::size_t other = 0; other < robot.drives.size(); ++other) {
      if (other == j) continue;
      std::size_t rows = 0;
      for (const Validation& log : logs) rows += log.samples.size();
      constexpr Eigen::Index terms = 5;
      Matrix A(static_cast<Eigen::Index>(rows), terms);
      Vector b(static_cast<Eigen::Index>(rows));
      Eigen::Index r = 0;
      for (const Validation& log : logs)
        for (std::size_t k = 0; k < log.samples.size(); ++k, ++r) {
          const double v = log.samples.qd[j][k], u = log.samples.qd[other][k];
          A.row(r) << log.samples.qdd[other][k], u, sign(u), sign(v + u), sign(v - u);
          b[r] = log.torque[j][k] - log.prediction[j][k];
        }
      if (b.squaredNorm() == 0.0) continue;
      const double explained = 1.0 - (A * solve_by_qr(A, b, 1e-10) - b).squaredNorm() / b.squaredNorm();
      if (explained > best) best = explained, by = other;
    }
    if (by != j)
      findings.push_back(
          warning(whole_log(robot.name), "drives-coupled",
                  fmt::format("inertia and friction of {} explain {:.0f} % of what is left of the torques of {}",
                              robot.drives[by], 100.0 * best, robot.drives[j]),
                  "are their motors coupled? Say so by [transmission], and identify from the signals of the motors"));
  }
  return findings;
}

}  // namespace tauforge::identify
