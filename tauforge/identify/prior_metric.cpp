#include "tauforge/identify/prior_metric.h"

#include <algorithm>
#include <cmath>

#include "tauforge/dynamics/regressor.h"
#include "tauforge/identify/body_moments.h"
#include "tauforge/identify/cholesky.h"
#include "tauforge/identify/cutoff_choice.h"
#include "tauforge/identify/jackknife.h"
#include "tauforge/identify/physical.h"
#include "tauforge/identify/possible_prior.h"
#include "tauforge/identify/qr.h"
#include "tauforge/identify/robot_parameters.h"

namespace tauforge::identify {

namespace {

using Wide = Eigen::Index;

// Of every column behind the bodies: per row of a lively log, relative to the usual torques.
std::vector<double> lively_lengths(const robot::Robot& robot, const std::vector<double>& torque,
                                   const Liveliness& motion) {
  const Index first = dynamics::inertial_columns(robot.tree), width = dynamics::regressor_columns(robot.tree);
  ModelColumns columns;
  const auto names = parameter_names(robot);
  for (Index c = first; c < width; ++c) columns.push_back({ModelColumn::Kind::parameter, c, -1, {}, names[c]});
  ColumnEvaluator evaluator(robot, columns);
  const signals::Samples lively = lively_samples(motion);
  std::vector<double> squares(static_cast<std::size_t>(width), 0.0);
  Motion x;
  for (auto* values : {&x.q, &x.qd, &x.qdd}) values->resize(lively.q.size());
  for (std::size_t k = 0; k < lively.size(); ++k) {
    for (std::size_t j = 0; j < lively.q.size(); ++j)
      x.q[j] = lively.q[j][k], x.qd[j] = lively.qd[j][k], x.qdd[j] = lively.qdd[j][k];
    evaluator.evaluate(x, {});
    for (std::size_t j = 0; j < torque.size(); ++j)
      for (Index c = first; c < width; ++c) {
        const double part = evaluator.value(static_cast<Index>(j), c - first) / torque[j];
        squares[static_cast<std::size_t>(c)] += part * part / static_cast<double>(lively.size());
      }
  }
  for (double& s : squares) s = std::sqrt(s);
  return squares;
}

// Of a drive's columns the rotor's inertia is one that files know, friction and offset are not.
bool is_friction(const robot::Tree& tree, Index column) {
  Index at = dynamics::inertial_columns(tree);
  for (const auto kind : tree.friction) {
    const Index count = dynamics::drive_columns(kind);
    if (column > at && column < at + count) return true;
    at += count;
  }
  return false;
}

}  // namespace

std::vector<double> usual_torques(const robot::Robot& robot, const std::vector<recording::Recording>& logs,
                                  const std::vector<signals::Samples>& samples) {
  std::vector<double> usual(robot.drives.size(), 0.0);
  double count = 0.0;
  for (std::size_t k = 0; k < logs.size(); ++k) {
    const recording::Channels tau = torques(robot, logs[k], samples[k]);
    count += static_cast<double>(samples[k].size());
    for (std::size_t j = 0; j < usual.size(); ++j)
      for (const double value : tau[j]) usual[j] += value * value;
  }
  for (double& u : usual) u = std::sqrt(u / std::max(count, 1.0));
  const double largest = *std::max_element(usual.begin(), usual.end());
  for (double& u : usual) u = std::max({u, 1e-3 * largest, 1e-300});
  return usual;
}

PriorMetric::PriorMetric(const robot::Robot& robot, const BaseParameters& base, std::vector<double> torque,
                         const Liveliness& motion)
    : robot_(robot), base_(base), torque_(std::move(torque)), speed_(motion.speed) {
  const PhysicalOptions limits;
  const PossiblePrior prior = possible_prior(robot, limits.smallest_mass, limits.smallest_radius);
  replaced_ = prior.replaced;
  const std::vector<double> all = parameters_of(robot), lengths = lively_lengths(robot, torque_, motion);
  const Index bodies = dynamics::inertial_columns(robot.tree), width = dynamics::regressor_columns(robot.tree);
  const double usual_speed = *std::max_element(speed_.begin(), speed_.end());
  for (double& v : speed_) v = std::max({v, 1e-3 * usual_speed, 1e-300});
  scale_.assign(static_cast<std::size_t>(width), 0.0);
  for (Index c = bodies; c < width; ++c) {
    const double by_torque = lengths[c] > 0.0 ? 1.0 / lengths[c] : 0.0, own = std::abs(all[c]);
    scale_[c] = is_friction(robot.tree, c) ? std::max(own, by_torque) : own > 0.0 ? own : by_torque;
    if (scale_[c] == 0.0) scale_[c] = 1.0;  // moves nothing
  }
  // K (D' D)^-1 K' = (K D^-1)(K D^-1)'
  Matrix K = Matrix::Zero(static_cast<Wide>(base.kept.size()), width);
  for (std::size_t k = 0; k < base.kept.size(); ++k) K(static_cast<Wide>(k), base.kept[k]) = 1.0;
  for (const DroppedColumn& dropped : base.dropped)
    for (const Share& share : dropped.shares) {
      const auto k = std::find(base.kept.begin(), base.kept.end(), share.kept) - base.kept.begin();
      K(k, dropped.column) += share.coefficient;
    }
  for (Index first = 0; first < bodies; first += dynamics::moments_per_body)
    K.middleCols(first, 10) = (K.middleCols(first, 10) * moments_by_distance(prior.parameters.data() + first)).eval();
  for (Index c = bodies; c < width; ++c) K.col(c) *= scale_[c];
  inverse_ = K * K.transpose();
  described_ = grouped(base, all);
}

double PriorMetric::scale_of(const ModelColumn& friction) const {
  const double torque = torque_[static_cast<std::size_t>(friction.drive)];
  switch (friction.part) {
    case FrictionPart::level:
    case FrictionPart::rest: return std::max(torque, std::abs(prior_value(robot_, base_, friction)));
    case FrictionPart::load: return 1.0;
    case FrictionPart::root: return torque / std::sqrt(speed_[static_cast<std::size_t>(friction.drive)]);
  }
  return torque;
}

Pull PriorMetric::pull(const ModelColumns& columns, double strength) const {
  const auto n = static_cast<Wide>(columns.size());
  Pull result{{}, Matrix::Zero(n, n), Vector::Zero(n)};
  std::vector<Wide> parameters, places;  // of the model, and of base.kept
  for (Wide c = 0; c < n; ++c) {
    const ModelColumn& column = columns[static_cast<std::size_t>(c)];
    result.columns.push_back(static_cast<int>(c));
    if (column.kind == ModelColumn::Kind::friction) {
      result.P(c, c) = 1.0 / scale_of(column);
      result.x0[c] = prior_value(robot_, base_, column);
      continue;
    }
    const Wide k = std::find(base_.kept.begin(), base_.kept.end(), column.regressor) - base_.kept.begin();
    parameters.push_back(c), places.push_back(k);
    result.x0[c] = described_[static_cast<std::size_t>(k)];
  }
  Matrix G = inverse_(places, places);
  constexpr double rounding = 1e-12;  // thin bodies: combinations that hardly can be otherwise
  G.diagonal() *= 1.0 + rounding;
  result.P(parameters, parameters) = whitening(G);  // (3)
  result.P *= std::sqrt(strength);
  return result;
}

ShareOfLogs share_of_logs(const Stacked& rows, const Fit& fit, const Pull& pull) {
  const Wide n = rows.A.cols();
  Matrix P(pull.P.rows(), n);
  Vector x0(n);
  for (Wide c = 0; c < n; ++c) {
    const auto found = std::find(pull.columns.begin(), pull.columns.end(), fit.columns[static_cast<std::size_t>(c)]);
    const Wide k = found - pull.columns.begin();
    P.col(c) = pull.P.col(k), x0[c] = pull.x0[k];
  }
  // [A; P] S = Q T, S lengths of one: I - R = S T^-1 Q_P' Q_P T S^-1, which normal equations would lose to rounding
  Matrix both(rows.A.rows() + P.rows(), n);
  both << rows.A, P;
  Vector scale = both.colwise().norm();
  for (double& length : scale) length = length > 0.0 ? 1.0 / length : 1.0;
  const Matrix T = triangular_factor(both * scale.asDiagonal());
  const auto upper = T.triangularView<Eigen::Upper>();
  const Matrix Q_P = upper.solve<Eigen::OnTheRight>(Matrix(P * scale.asDiagonal()));
  const Matrix half = upper.solve(Matrix(Q_P.transpose()));  // T^-1 Q_P'
  ShareOfLogs result;
  result.all = static_cast<double>(n) - Q_P.squaredNorm();
  result.share = (1.0 - (half.cwiseProduct((Q_P * T).transpose())).rowwise().sum().array()).max(0.0).min(1.0);
  const double apart = (P * (fit.values - x0)).squaredNorm() / std::max(1.0, result.all);
  result.deviation = std::sqrt(apart) * scale.cwiseProduct(half.rowwise().norm());  // of (I - R) M^-1 (I - R)'
  return result;
}

}  // namespace tauforge::identify
