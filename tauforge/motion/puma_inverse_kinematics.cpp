#include "tauforge/motion/puma_inverse_kinematics.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

namespace tauforge::motion {

namespace {

using Plane = std::array<double, 2>;

double length(const Vector& v) { return std::sqrt(dot(v, v)); }
double argument(const Plane& v) { return std::atan2(v[1], v[0]); }
double length(const Plane& v) { return std::hypot(v[0], v[1]); }
Plane turned(const Plane& v, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * v[0] - s * v[1], s * v[0] + c * v[1]};
}
// A turn about an axis of length one.
Rotation turn(const Vector& axis, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  const auto image = [&](const Vector& v) { return c * v + s * cross(axis, v) + (1 - c) * dot(axis, v) * axis; };
  return from_columns(image({1, 0, 0}), image({0, 1, 0}), image({0, 0, 1}));
}
double from_line(const Vector& point, const Chain::Axis& axis) { return length(cross(axis.z, point - axis.p)); }
std::string metres(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.begin(), text.end(), value, std::chars_format::general, 3).ptr;
  return std::string(text.begin(), end) + " m";
}

}  // namespace

std::array<PumaBranch, 8> puma_branches() {
  std::array<PumaBranch, 8> all;
  for (std::size_t k = 0; k < 8; ++k) all[k] = {(k & 4) ? -1 : 1, (k & 2) ? -1 : 1, (k & 1) ? -1 : 1};
  return all;
}

PumaInverseKinematics::Recognised PumaInverseKinematics::recognise(const robot::Robot& robot, const robot::Frame& tip) {
  const auto& tree = robot.tree;
  if (tree.size() != 6 || !tree.is_serial() || tip.body != 5)
    return {{}, "it is not a chain of six joints from the base to the tip"};
  if (!tree.all_revolute()) return {{}, "one of its joints slides"};
  if (!tree.direct) return {{}, "its drives are coupled"};
  const Chain chain(robot, tip);
  const std::vector<double> zero(6, 0.0);
  std::array<Chain::Axis, 6> axes;
  for (std::size_t i = 0; i < 6; ++i) axes[i] = chain.axis(i, zero);
  constexpr double straight = 1e-9;
  const double near = 1e-9 * chain.reach();
  const auto square = [&](std::size_t i) { return std::abs(dot(axes[i].z, axes[i + 1].z)) < straight; };
  if (!square(0)) return {{}, "its axes 1 and 2 are not at right angles"};
  if (length(cross(axes[1].z, axes[2].z)) > straight) return {{}, "its axes 2 and 3 are not parallel"};
  if (!square(3) || !square(4)) return {{}, "the axes of its wrist are not at right angles"};
  const Vector W = axes[3].p + dot(axes[4].p - axes[3].p, axes[3].z) * axes[3].z;
  const double apart = std::max(from_line(W, axes[4]), from_line(W, axes[5]));
  if (apart > near) return {{}, "its last three axes do not meet in a point, but miss it by " + metres(apart)};

  PumaInverseKinematics arm;
  for (std::size_t i = 0; i < 6; ++i) arm.z_[i] = axes[i].z;
  arm.n_ = cross(arm.z_[1], arm.z_[0]);
  arm.foot_ = axes[0].p;
  arm.sense_ = dot(arm.z_[1], arm.z_[2]) > 0.0 ? 1.0 : -1.0;
  const auto in_plane = [&](const Vector& v) { return Plane{dot(v, arm.n_), -dot(v, arm.z_[0])}; };
  arm.D_ = dot(W - arm.foot_, arm.z_[1]);
  arm.shoulder_ = in_plane(axes[1].p - arm.foot_);
  arm.upper_ = in_plane(axes[2].p - axes[1].p);
  arm.fore_ = in_plane(W - axes[2].p);
  if (length(arm.upper_) <= near || length(arm.fore_) <= near) return {{}, "its upper arm or forearm has no length"};
  arm.phi_ = std::atan2(dot(arm.z_[5], cross(arm.z_[4], arm.z_[3])), dot(arm.z_[5], arm.z_[3]));
  arm.tip_ = chain.tip(zero);
  arm.wrist_ = inverse(arm.tip_) * W;
  return {arm, ""};
}

PumaSolution PumaInverseKinematics::solve(const Pose& pose, const PumaBranch& branch,
                                          std::span<const double> guess) const {
  PumaSolution s;
  std::array<double, 6>& q = s.q;
  const Vector wanted = pose * wrist_ - foot_;
  const double x = dot(wanted, n_), y = dot(wanted, z_[1]), square = x * x + y * y - D_ * D_;
  const double size = length(upper_) + length(fore_);
  if (square < 0.0) {  // inside the cylinder that joint 1 cannot enter; what rounding does is forgiven
    s.left = std::abs(D_) - std::hypot(x, y);
    if (s.left > 1e-12 * size) return s;
  }
  const double r = branch.shoulder * std::sqrt(std::max(square, 0.0));  // (1)
  q[0] = std::atan2(y, x) - std::atan2(D_, r);                          // (2)
  if (std::hypot(x, y) < 1e-12 * size) q[0] = guess[0], s.singular = true;
  const Plane w = {r - shoulder_[0], -dot(wanted, z_[0]) - shoulder_[1]};
  const double l2 = length(upper_), l3 = length(fore_), l = length(w);
  s.left = std::max(l - (l2 + l3), std::abs(l2 - l3) - l);
  if (s.left > 1e-12 * size) return s;
  s.left = 0.0;
  const double psi = branch.shoulder * branch.elbow *
                     std::acos(std::clamp((l * l - l2 * l2 - l3 * l3) / (2.0 * l2 * l3), -1.0, 1.0));  // (3), (4)
  const double q3 = psi - argument(fore_) + argument(upper_);
  const Plane bent = turned(fore_, q3);
  q[1] = argument(w) - argument({upper_[0] + bent[0], upper_[1] + bent[1]});  // (5)
  q[2] = sense_ * q3;

  const Rotation R_3 = turn(z_[0], q[0]) * turn(z_[1], q[1]) * turn(z_[2], q[2]);
  const Rotation M = transpose(R_3) * pose.R * transpose(tip_.R);
  const Vector t = M * z_[5], v = cross(z_[4], z_[3]);
  const double c5 = dot(t, z_[3]), along_v = dot(t, v), along_5 = dot(t, z_[4]), s5 = std::hypot(along_v, along_5);
  q[4] = branch.wrist * std::atan2(s5, c5) - phi_;  // (6)
  if (s5 < 1e-9)
    q[3] = guess[3], s.singular = true;
  else
    q[3] = std::atan2(branch.wrist * along_5, branch.wrist * along_v);
  const Rotation N = transpose(turn(z_[3], q[3]) * turn(z_[4], q[4])) * M;
  const Vector image = N * z_[4];
  q[5] = std::atan2(dot(cross(z_[5], z_[4]), image), dot(z_[4], image));
  for (std::size_t i = 0; i < 6; ++i) {
    constexpr double whole = 2.0 * std::numbers::pi;
    q[i] += whole * std::round((guess[i] - q[i]) / whole);
  }
  s.reached = true;
  return s;
}

PumaBranch PumaInverseKinematics::branch_of(std::span<const double> q) const {
  const double q3 = sense_ * q[2], psi = q3 + argument(fore_) - argument(upper_);
  const Plane bent = turned(fore_, q3), w = turned({upper_[0] + bent[0], upper_[1] + bent[1]}, q[1]);
  PumaBranch branch;
  branch.shoulder = shoulder_[0] + w[0] >= 0.0 ? 1 : -1;
  branch.elbow = branch.shoulder * (std::sin(psi) >= 0.0 ? 1 : -1);
  branch.wrist = std::sin(phi_ + q[4]) >= 0.0 ? 1 : -1;
  return branch;
}

}  // namespace tauforge::motion
