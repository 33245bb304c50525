#include "tauforge/identify/excited.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tauforge/identify/drive_motion.h"
#include "tauforge/identify/qr.h"
#include "tauforge/identify/svd.h"

namespace tauforge::identify {

using Wide = Eigen::Index;

namespace {

constexpr double least_excitation = 1e-3;
constexpr std::size_t reference_samples = 400;

double median(std::vector<double> values) {
  if (values.empty()) return 0.0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

Vector lengths_of(const Block& block, const std::vector<int>& columns, const Vector& weights) {
  // per row, so that logs of different lengths compare
  Block per_row = block;
  for (DriveRows& rows : per_row.drives) rows.R /= std::sqrt(std::max<double>(1.0, static_cast<double>(rows.rows)));
  return stacked(per_row, columns, weights).A.colwise().norm();
}

}  // namespace

signals::Samples lively_samples(const Liveliness& motion) {
  const std::size_t drives = motion.range.size();
  std::mt19937 random(7);
  const auto uniform = [&] { return 2.0 * (static_cast<double>(random()) / 4294967296.0) - 1.0; };
  signals::Samples s;
  s.q.resize(drives), s.qd.resize(drives), s.qdd.resize(drives);
  s.period = 1.0;
  const double range = median(motion.range), speed = median(motion.speed), acceleration = median(motion.acceleration);
  const double peak = std::sqrt(3.0);  // of a uniform distribution with root mean square 1
  for (std::size_t k = 0; k < reference_samples; ++k) {
    s.t.push_back(static_cast<double>(k));
    for (std::size_t j = 0; j < drives; ++j) {
      s.q[j].push_back(motion.centre[j] + 0.5 * std::max(range, motion.range[j]) * uniform());
      s.qd[j].push_back(peak * std::max(speed, motion.speed[j]) * uniform());
      s.qdd[j].push_back(peak * std::max(acceleration, motion.acceleration[j]) * uniform());
    }
  }
  s.stretches = {{0, reference_samples}};
  return s;
}

void add(const signals::Samples& log, DriveMotions& to) {
  to.resize(std::max(to.size(), log.q.size()));
  for (std::size_t j = 0; j < log.q.size(); ++j) {
    DriveMotion& m = to[j];
    for (const double q : log.q[j]) m.low = std::min(m.low, q), m.high = std::max(m.high, q);
    for (const double qd : log.qd[j]) m.squared_speeds += qd * qd;
    for (const double qdd : log.qdd[j]) m.squared_accelerations += qdd * qdd;
    m.samples += log.size();
  }
}

void add(const DriveMotions& more, DriveMotions& to) {
  to.resize(std::max(to.size(), more.size()));
  for (std::size_t j = 0; j < more.size(); ++j) {
    to[j].low = std::min(to[j].low, more[j].low), to[j].high = std::max(to[j].high, more[j].high);
    to[j].squared_speeds += more[j].squared_speeds, to[j].squared_accelerations += more[j].squared_accelerations;
    to[j].samples += more[j].samples;
  }
}

Liveliness liveliness(const DriveMotions& motions) {
  Liveliness l;
  for (const DriveMotion& m : motions) {
    const auto rms = [&](double squares) {
      return m.samples > 0 ? std::sqrt(squares / static_cast<double>(m.samples)) : 0.0;
    };
    l.range.push_back(m.high >= m.low ? m.high - m.low : 0.0);
    l.centre.push_back(m.high >= m.low ? 0.5 * (m.high + m.low) : 0.0);
    l.speed.push_back(rms(m.squared_speeds)), l.acceleration.push_back(rms(m.squared_accelerations));
  }
  return l;
}

Liveliness liveliness(const std::vector<signals::Samples>& logs) {
  DriveMotions motions;
  for (const signals::Samples& log : logs) add(log, motions);
  return liveliness(motions);
}

ExcitedColumns excited_columns(const robot::Robot& robot, const ModelColumns& model, const Block& observed,
                               const std::vector<int>& columns, const Vector& weights, const Liveliness& motion,
                               const std::vector<double>& about) {
  ColumnEvaluator evaluator(robot, model, about);
  const signals::Samples lively = lively_samples(motion);
  const recording::Channels no_torque(lively.q.size(), std::vector<double>(lively.size(), 0.0));
  const Block reference = merged(observe(evaluator, lively, no_torque, {.blocks = 1}, 0));
  Vector scale = lengths_of(reference, columns, weights);
  for (double& length : scale)
    if (length == 0.0) length = 1.0;

  Block per_row = observed;
  for (DriveRows& rows : per_row.drives) rows.R /= std::sqrt(std::max<double>(1.0, static_cast<double>(rows.rows)));
  const Matrix A = stacked(per_row, columns, weights).A * scale.cwiseInverse().asDiagonal();
  const auto [pivots, diagonal] = pivots_of(A);
  ExcitedColumns result;
  std::vector<Wide> kept;
  for (Wide k = 0; k < diagonal.size(); ++k)
    if (diagonal[k] >= least_excitation) kept.push_back(pivots[static_cast<std::size_t>(k)]);
  std::sort(kept.begin(), kept.end());
  Matrix told(A.rows(), static_cast<Wide>(kept.size()));
  for (std::size_t k = 0; k < kept.size(); ++k) {
    result.columns.push_back(columns[static_cast<std::size_t>(kept[k])]);
    told.col(static_cast<Wide>(k)) = A.col(kept[k]);
  }
  for (Wide k = 0; k < diagonal.size(); ++k) {
    if (diagonal[k] >= least_excitation) continue;
    const Wide place = pivots[static_cast<std::size_t>(k)];
    NotExcited refused{columns[static_cast<std::size_t>(place)], diagonal[k], scale[place], ""};
    const double length = A.col(place).norm();
    if (length < least_excitation || kept.empty()) {
      refused.why = fmt::format("the motion moves it {:.2g} of what a lively one would", length);
    } else {
      const Vector shares = solve_by_qr(told, A.col(place));
      refused.why = "not told apart from";
      std::vector<Wide> order(kept.size());
      for (std::size_t c = 0; c < order.size(); ++c) order[c] = static_cast<Wide>(c);
      std::sort(order.begin(), order.end(), [&](Wide a, Wide b) { return std::abs(shares[a]) > std::abs(shares[b]); });
      for (std::size_t c = 0; c < std::min<std::size_t>(4, order.size()); ++c)
        if (std::abs(shares[order[c]]) > 0.1 * std::abs(shares[order[0]]))
          refused.why += fmt::format(
              "{}{:+.3g} {}", " ", shares[order[c]] * scale[place] / scale[kept[static_cast<std::size_t>(order[c])]],
              model[static_cast<std::size_t>(
                        columns[static_cast<std::size_t>(kept[static_cast<std::size_t>(order[c])])])]
                  .name.name);
    }
    result.not_excited.push_back(refused);
  }
  if (!kept.empty()) {
    const Vector s = singular_values(told);
    result.largest = s[0], result.smallest = s[s.size() - 1];
  }
  return result;
}

}  // namespace tauforge::identify
