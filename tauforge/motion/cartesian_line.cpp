#include "tauforge/motion/cartesian_line.h"

#include <Eigen/QR>
#include <algorithm>
#include <array>
#include <cmath>

#include "tauforge/diagnostic/require.h"

namespace tauforge::motion {

namespace {

constexpr std::size_t most_drives = 64;   // of a robot whose line is evaluated on the stack
constexpr double nearly_singular = 1e-6;  // of the pivots of J
constexpr double shortest_step = 1e-7;    // of the line
constexpr double longest_step = 1.0 / 32;
constexpr double near_enough = 1e-3;  // how far Taylor's second order may be off between two knots [rad or m]

using Six = Eigen::Matrix<double, 6, 1>;
// Columns of a Jacobian and one value for each, without allocation.
using Columns = Eigen::Matrix<double, 6, Eigen::Dynamic, Eigen::ColMajor, 6, most_drives>;
using Unknowns = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, most_drives, 1>;
using Factors = Eigen::ColPivHouseholderQR<Columns>;

// Rows of lengths are divided by the reach, so that they compare with angles.
Six scaled(const Twist<double>& v, double reach) {
  return (Six() << v.linear.x / reach, v.linear.y / reach, v.linear.z / reach, v.angular.x, v.angular.y, v.angular.z)
      .finished();
}

Factors factors(std::span<const double> J, const std::vector<std::size_t>& drives, const Chain& chain) {
  Columns columns(6, static_cast<Eigen::Index>(drives.size()));
  for (Eigen::Index c = 0; c < columns.cols(); ++c)
    for (Eigen::Index r = 0; r < 6; ++r)
      columns(r, c) = J[r * chain.drives() + drives[c]] / (r < 3 ? chain.reach() : 1.0);
  return Factors(columns);
}

// The smallest pivot over the largest: 0 where columns depend on one another, 1 where they are orthogonal.
double conditioning(const Factors& qr) {
  const auto pivots = qr.matrixQR().diagonal().cwiseAbs();
  return pivots(0) > 0.0 ? pivots(pivots.size() - 1) / pivots(0) : 0.0;
}

// The sign of the determinant of six columns: exchanges, reflections and negative pivots turn it over.
double orientation(const Factors& qr) {
  double sign = static_cast<double>(qr.colsPermutation().determinant());
  for (Eigen::Index k = 0; k < 6; ++k) {
    if (qr.hCoeffs()(k) != 0.0) sign = -sign;
    if (qr.matrixQR()(k, k) < 0.0) sign = -sign;
  }
  return sign;
}

}  // namespace

double CartesianLine::length() const {
  const Vector way = request_.to - request_.from;
  return std::sqrt(dot(way, way));
}

// Of more than six, six that depend least on one another: the longest column, then what remains longest beside it ...
bool CartesianLine::choose_drives(std::span<const double> q) {
  std::vector<double> J(6 * chain_.drives());
  chain_.jacobian(q, J);
  drives_.clear();
  for (const Index j : chain_.moving_drives()) drives_.push_back(static_cast<std::size_t>(j));
  if (drives_.size() > 6) {
    const Factors qr = factors(J, drives_, chain_);
    std::vector<std::size_t> chosen;
    for (Eigen::Index k = 0; k < 6; ++k) chosen.push_back(drives_[qr.colsPermutation().indices()(k)]);
    std::sort(chosen.begin(), chosen.end());
    drives_ = chosen;
  }
  return conditioning(factors(J, drives_, chain_)) > nearly_singular;
}

// Newton's method from nearby; false where it does not arrive.
bool CartesianLine::correct(double s, std::span<double> q) const {
  std::array<double, 6 * most_drives> storage;
  const std::span<double> J(storage.data(), 6 * chain_.drives());
  const double reach = chain_.reach();
  double last = 1.0;
  for (int iteration = 0; iteration < 8; ++iteration) {
    const Twist<double> left = difference(chain_.jacobian(q, J), pose(s));
    const Factors qr = factors(J, drives_, chain_);
    if (conditioning(qr) < nearly_singular) return false;
    const Unknowns step = qr.solve(scaled(left, reach));
    double largest = 0.0;
    for (std::size_t c = 0; c < drives_.size(); ++c) {
      q[drives_[c]] += step[c];
      largest = std::max(largest, std::abs(step[c]));
    }
    // at rounding: the last step was tiny, or steps no longer shrink
    if (largest < 1e-13 || (largest < 1e-10 && largest > 0.1 * last)) {
      const Twist<double> rest = difference(chain_.tip(q), pose(s));
      return dot(rest.linear, rest.linear) <= 1e-20 * reach * reach && dot(rest.angular, rest.angular) <= 1e-20;
    }
    last = largest;
  }
  return false;
}

// dq/ds and d2q/ds2 by (2) and (3) with s for t; returns how well J is conditioned.
CartesianLine::Steadiness CartesianLine::slopes(std::span<const double> q, std::span<double> q1,
                                                std::span<double> q2) const {
  std::array<double, 6 * most_drives> storage;
  const std::span<double> J(storage.data(), 6 * chain_.drives());
  chain_.jacobian(q, J);
  const Factors qr = factors(J, drives_, chain_);
  std::fill(q1.begin(), q1.end(), 0.0);
  std::fill(q2.begin(), q2.end(), 0.0);
  if (!(conditioning(qr) > 0.0)) return {};
  const double reach = chain_.reach();
  const Vector way = request_.to - request_.from;
  const Unknowns first = qr.solve(scaled({way, {0, 0, 0}}, reach));  // (2)
  for (std::size_t c = 0; c < drives_.size(); ++c) q1[drives_[c]] = first[c];
  const Twist<double> b = chain_.bias_acceleration(q, q1);
  const Unknowns second = qr.solve(-scaled(b, reach));  // (3)
  for (std::size_t c = 0; c < drives_.size(); ++c) q2[drives_[c]] = second[c];
  return {conditioning(qr), drives_.size() == 6 ? orientation(qr) : 1.0};
}

CartesianLine::Planned CartesianLine::plan(const robot::Robot& robot, const LineRequest& request,
                                           std::span<const double> guess) {
  diagnostic::require(request.seconds > 0.0 && robot.drives.size() <= most_drives,
                      "a duration, and not too many drives");
  const InverseKinematics ik(robot, request.tip);
  const IkResult start = ik.solve({request.R, request.from}, guess);
  if (start.outcome != IkOutcome::reached)
    return {nullptr,
            {start.outcome, 0.0, request.from, start.position_left, start.rotation_left, start.joint, start.wanted,
             start.limit}};
  const std::shared_ptr<CartesianLine> line(new CartesianLine(ik.chain(), request));
  if (const auto failure = line->follow(ik, start.theta)) return {nullptr, *failure};
  return {line, {}};
}

std::optional<LineFailure> CartesianLine::follow(const InverseKinematics& ik, std::span<const double> start) {
  const std::size_t n = chain_.drives();
  if (!choose_drives(start)) return LineFailure{IkOutcome::singular, 0.0, request_.from, 0, 0, -1, 0, 0};
  Knot knot{0.0, {start.begin(), start.end()}, std::vector<double>(n), std::vector<double>(n)};
  double h = longest_step;
  while (true) {
    const Steadiness here = slopes(knot.q, knot.q1, knot.q2);
    if (here.conditioning < nearly_singular || ik.beyond_limits(knot.q) >= 0) return explain(ik, knot.s, knot.q);
    knots_.push_back(knot);
    if (knot.s >= 1.0) return std::nullopt;
    Knot next = knot;
    while (true) {  // the longest step that Taylor's prediction and Newton's correction can take
      const double step = knot.s + h >= 1.0 - shortest_step ? 1.0 - knot.s : h;
      next.s = knot.s + step >= 1.0 ? 1.0 : knot.s + step;
      for (std::size_t j = 0; j < n; ++j) next.q[j] = knot.q[j] + step * (knot.q1[j] + 0.5 * step * knot.q2[j]);
      const std::vector<double> predicted = next.q;
      bool near = correct(next.s, next.q);
      for (std::size_t j = 0; j < n; ++j) near = near && std::abs(next.q[j] - predicted[j]) < near_enough;
      // between two knots with opposite orientations lies a singular posture: no step may pass it
      near = near && slopes(next.q, next.q1, next.q2).orientation == here.orientation;
      if (near) break;
      h = 0.5 * step;
      if (h < shortest_step) return explain(ik, knot.s, knot.q);
    }
    knot = next;
    h = std::min(2.0 * h, longest_step);
  }
}

// Why the line cannot be followed any further: where do other joint positions lead?
LineFailure CartesianLine::explain(const InverseKinematics& ik, double s, std::span<const double> q) const {
  LineFailure failure{IkOutcome::singular, s, pose(s).p, 0, 0, -1, 0, 0};
  if (const Index joint = ik.beyond_limits(q); joint >= 0) {
    failure.outcome = IkOutcome::joint_limit, failure.joint = joint;
    for (std::size_t i = 0; i < chain_.joints(); ++i)
      if (chain_.body(i) == joint) {
        failure.wanted = chain_.joint_value(i, q);
        ik.room(i, failure.wanted, failure.limit);
      }
    return failure;
  }
  IkOptions some;
  some.starts = 40;  // a line that fails is no reason to wait
  // a little further on, and at the end
  for (const double further : {std::min(1.0, s + 1e-3), 1.0}) {
    const IkResult other = ik.solve(pose(further), q, some);
    if (other.outcome == IkOutcome::reached) continue;
    const IkResult end = ik.solve(pose(1.0), q, some);
    failure.outcome = other.outcome;
    failure.left = std::max(other.position_left, end.position_left);
    failure.turn_left = std::max(other.rotation_left, end.rotation_left);
    failure.joint = other.joint, failure.wanted = other.wanted, failure.limit = other.limit;
    return failure;
  }
  return failure;
}

void CartesianLine::evaluate(double t, std::span<double> q, std::span<double> qd, std::span<double> qdd) const {
  const double T = request_.seconds;
  const Way x = way(request_.law, t / T);
  const double s = std::clamp(x.s, 0.0, 1.0);
  const auto after = std::upper_bound(knots_.begin() + 1, knots_.end() - 1, s,
                                      [](double value, const Knot& knot) { return value < knot.s; });
  const Knot &left = *(after - 1), &right = *after;
  const Knot& near = s - left.s <= right.s - s ? left : right;
  const double step = s - near.s;
  for (std::size_t j = 0; j < q.size(); ++j) q[j] = near.q[j] + step * (near.q1[j] + 0.5 * step * near.q2[j]);
  correct(s, q);
  slopes(q, qd, qdd);  // q' and q''
  const double sd = x.sd / T, sdd = x.sdd / (T * T);
  for (std::size_t j = 0; j < q.size(); ++j) {
    qdd[j] = qdd[j] * sd * sd + qd[j] * sdd;
    qd[j] = qd[j] * sd;
  }
}

}  // namespace tauforge::motion
