#include "tauforge/motion/chain.h"

#include <algorithm>
#include <cmath>

#include "tauforge/diagnostic/require.h"
#include "tauforge/spatial/rotation.h"

namespace tauforge::motion {

Chain::Chain(const robot::Robot& robot, const robot::Frame& tip) : tip_(tip.X), drives_(robot.drives.size()) {
  const auto& tree = robot.tree;
  const auto& par = robot.parameters;
  for (Index i = tip.body; i != robot::Tree::base; i = tree.parent(i)) {
    const auto k = static_cast<std::size_t>(i);
    Joint joint{i, tree.is_revolute(i), par.placement[k], par.offset[k], par.q0[k], std::vector<double>(drives_, 0.0)};
    if (tree.direct)
      joint.G[k] = 1.0;
    else
      for (std::size_t j = 0; j < drives_; ++j) joint.G[j] = par.G[k * drives_ + j];
    joints_.push_back(std::move(joint));
  }
  std::reverse(joints_.begin(), joints_.end());
  diagnostic::require(!joints_.empty() && joints_.size() <= most_joints, "some joints move the tip, and not too many");
  for (std::size_t j = 0; j < drives_; ++j)
    if (std::any_of(joints_.begin(), joints_.end(), [&](const Joint& joint) { return joint.G[j] != 0.0; }))
      moving_.push_back(static_cast<Index>(j));
  reach_ = std::sqrt(dot(tip_.p, tip_.p));
  for (const Joint& joint : joints_) {
    reach_ += std::sqrt(dot(joint.placement.p, joint.placement.p));
    const auto& limits = robot.limits[static_cast<std::size_t>(joint.body)];
    if (!joint.revolute) reach_ += std::max(std::abs(limits.lower.value_or(0.0)), std::abs(limits.upper.value_or(0.0)));
  }
  if (!(reach_ > 0.0)) reach_ = 1.0;
}

bool Chain::turns(Index drive) const {
  for (std::size_t i = 0; i < joints_.size(); ++i)
    if (gain(i, drive) != 0.0) return joints_[i].revolute;
  return true;
}

double Chain::gain(std::size_t i, Index drive) const { return joints_[i].G[static_cast<std::size_t>(drive)]; }

double Chain::joint_value(std::size_t i, std::span<const double> theta) const {
  double q = joints_[i].q0;
  for (const Index j : moving_) q += gain(i, j) * theta[static_cast<std::size_t>(j)];
  return q;
}

Pose Chain::step(const Joint& joint, double q) const {
  const Pose& X = joint.placement;
  if (!joint.revolute) return {X.R, X.p + (q + joint.offset) * column_z(X.R)};
  const spatial::JointRotation<double> R{X.R, std::cos(q + joint.offset), std::sin(q + joint.offset)};
  return {matrix(R), X.p};
}

Pose Chain::tip(std::span<const double> theta) const {
  Pose X;
  for (std::size_t i = 0; i < joints_.size(); ++i) X = X * step(joints_[i], joint_value(i, theta));
  return X * tip_;
}

Chain::Axis Chain::axis(std::size_t last, std::span<const double> theta) const {
  Pose X;
  for (std::size_t i = 0; i <= last; ++i) X = X * step(joints_[i], joint_value(i, theta));
  return {column_z(X.R), X.p};
}

Pose Chain::jacobian(std::span<const double> theta, std::span<double> J) const {
  std::array<Axis, most_joints> axes;
  Pose X;
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    X = X * step(joints_[i], joint_value(i, theta));
    axes[i] = {column_z(X.R), X.p};
  }
  X = X * tip_;
  std::fill(J.begin(), J.end(), 0.0);
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const bool turns = joints_[i].revolute;
    const Vector linear = turns ? cross(axes[i].z, X.p - axes[i].p) : axes[i].z, angular = turns ? axes[i].z : Vector{};
    const double rows[] = {linear.x, linear.y, linear.z, angular.x, angular.y, angular.z};
    for (const Index j : moving_)
      for (std::size_t r = 0; r < 6; ++r) J[r * drives_ + static_cast<std::size_t>(j)] += gain(i, j) * rows[r];  // (1)
  }
  return X;
}

Twist<double> Chain::bias_acceleration(std::span<const double> theta, std::span<const double> thetad) const {
  Pose X;
  Vector w, wd, a;
  const auto carry = [&](const Vector& r) { a = a + cross(wd, r) + cross(w, cross(w, r)); };
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const Vector before = X.p;
    X = X * step(joints_[i], joint_value(i, theta));
    double qd = 0.0;
    for (const Index j : moving_) qd += gain(i, j) * thetad[static_cast<std::size_t>(j)];
    const Vector zqd = qd * column_z(X.R), turned = cross(w, zqd);
    carry(X.p - before);  // (5)
    if (joints_[i].revolute) {
      wd = wd + turned;  // (4)
      w = w + zqd;       // (3)
    } else {
      a = a + 2.0 * turned;
    }
  }
  carry(X.R * tip_.p);
  return {a, wd};
}

robot::Frame last_frame(const robot::Robot& robot) {
  const Index body = robot.tree.size() - 1;
  return {robot.links.back(), body, robot.parameters.link_frame.back()};
}

Twist<double> difference(const Pose& from, const Pose& to) {
  spatial::Quaternion<double> e = spatial::quaternion(to.R * transpose(from.R));
  if (e.w < 0.0) e = {-e.x, -e.y, -e.z, -e.w};
  const Vector v{e.x, e.y, e.z};
  const double sine = std::sqrt(dot(v, v));  // of half the angle
  return {to.p - from.p, (sine > 1e-12 ? 2.0 * std::atan2(sine, e.w) / sine : 2.0) * v};
}

}  // namespace tauforge::motion
