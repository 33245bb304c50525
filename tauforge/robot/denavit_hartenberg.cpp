// Body i carries the frame G_i of robot::Parameters, z on its joint's axis. Both frames that touch the axis of joint i lie on
// it, so they differ from G_i by a screw along z:
//   F_{i-1} (when joint i is at zero) = G_i Rz(phi_i) Tz(h_i)                                            (1)
// The next axis is, in G_i, the line p + s k. Its common normal with z has direction x = (cos psi, sin psi, 0), meets z at
// the height c and the next axis at c z + a x:
//   x ~ +-(z x k),  s = -(p . u)/|k_xy|,  u = k_xy/|k_xy|,  c = p_z + s k_z,  a = p . x                    (2)
//   alpha = angle from z to k about x                                                                    (3)
//   theta_i = psi - phi_i,  d_i = c - h_i, and the joint's own offset                                     (4)
// Of the two directions of x the one is taken that turns the joint's zero less.
#include "tauforge/robot/denavit_hartenberg.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <utility>

#include "tauforge/robot/exact_angles.h"

namespace tauforge::robot {

namespace {

using diagnostic::error;

constexpr double parallel_within = 1e-12;         // sine of the angle between axes that are parallel
constexpr double nearly_parallel_within = 1e-4;   // beyond it the common normal is where numbers still have digits
constexpr double quarter = std::numbers::pi / 2;  // [rad]

double wrapped(double angle) {
  const double turned = std::remainder(angle, 2 * std::numbers::pi);
  const double quarters = std::round(turned / quarter);
  if (std::abs(turned - quarters * quarter) < parallel_within) return quarters == -2 ? 2 * quarter : quarters * quarter;
  return turned;
}

// A length without what rounding left of zero.
double length(double value, double scale) { return std::abs(value) < 1e-15 * scale ? 0.0 : value; }

CosSin turn(double angle) { return exact_angle(angle, parallel_within).value; }

struct Normal {  // from an axis to the next
  double psi = 0, c = 0, a = 0, alpha = 0;
};

class Table {
 public:
  explicit Table(const Robot& robot) : robot_(robot) {
    for (const auto& X : robot.parameters.placement) scale_ += std::abs(X.p.x) + std::abs(X.p.y) + std::abs(X.p.z);
  }

  // Row i and, in G_i, the frame F_i it leads to. False: the normal is lost in rounding.
  bool next(std::size_t i, Placement& row, Pose<double>& F) {
    const auto& par = robot_.parameters;
    Normal n{phi_, h_, 0.0, 0.0};
    if (i + 1 < par.placement.size() && !normal(par.placement[i + 1], n)) return false;
    const bool revolute = robot_.tree.is_revolute(static_cast<Index>(i));
    row.convention = Convention::standard_dh;
    row.theta.value = wrapped(n.psi - phi_ + (revolute ? par.offset[i] : 0.0));  // (4)
    row.d.value = length(n.c - h_, scale_) + (revolute ? 0.0 : par.offset[i]);
    row.a.value = length(n.a, scale_);
    row.alpha.value = n.alpha;
    F = Pose<double>{rotation_z(turn(n.psi)), {0.0, 0.0, n.c}} *
        Pose<double>{rotation_x(turn(n.alpha)), {row.a.value, 0.0, 0.0}};
    if (i + 1 < par.placement.size()) screw(par.placement[i + 1], F);
    return true;
  }

  // The base's frame where the first axis is parallel to its z, else the first joint's: in the base.
  Pose<double> first_frame() {
    const Pose<double>& X = robot_.parameters.placement[0];
    if (std::hypot(X.R.xz, X.R.yz) > parallel_within || X.R.zz < 0.0) return X;
    const Pose<double> F{spatial::identity3<double>(), {X.p.x, X.p.y, 0.0}};
    screw(X, F);
    return F;
  }

 private:
  // (1): F on the axis of a joint that is placed at X.
  void screw(const Pose<double>& X, const Pose<double>& F) {
    const Pose<double> S = inverse(X) * F;
    phi_ = wrapped(std::atan2(S.R.yx, S.R.xx));
    h_ = length(S.p.z, scale_);
  }

  bool normal(const Pose<double>& X, Normal& n) const {
    const Vec3<double> k{X.R.xz, X.R.yz, X.R.zz};
    const double sine = std::hypot(k.x, k.y);
    if (sine < parallel_within) {
      n.alpha = k.z > 0.0 ? 0.0 : 2 * quarter;
      n.a = std::hypot(X.p.x, X.p.y);
      if (length(n.a, scale_) != 0.0) n.psi = std::atan2(X.p.y, X.p.x);
      return face_the_zero(n), true;
    }
    if (sine < nearly_parallel_within) return false;
    const double s = -(X.p.x * k.x + X.p.y * k.y) / (sine * sine);  // (2)
    n.c = X.p.z + s * k.z;
    n.a = (-X.p.x * k.y + X.p.y * k.x) / sine;
    n.psi = std::atan2(k.x, -k.y);
    n.alpha = wrapped(std::atan2(sine, k.z));  // (3)
    return face_the_zero(n), true;
  }

  void face_the_zero(Normal& n) const {
    const double theta = wrapped(n.psi - phi_);
    const double size = std::abs(theta), tie = 1e-9;
    if (size < quarter - tie || (size < quarter + tie && n.a >= 0.0)) return;
    n.psi += 2 * quarter, n.a = -n.a;
    n.alpha = wrapped(-n.alpha);
  }

  const Robot& robot_;
  double scale_ = 0;        // of the arm        [m]
  double phi_ = 0, h_ = 0;  // of the joint whose row comes next
};

InertialDescription inertial_of(const Inertia<double>& moments) {
  InertialDescription b;
  b.mass.value = moments.m, b.centre.value = moments.h, b.inertia.value = moments.I;
  b.centre_is_first_moment = true;
  b.about = InertiaAbout::frame_origin;
  return b;
}

Findings refusals(const Description& d, const Robot& robot) {
  const char* way_out = "a specification file holds a serial arm in Denavit-Hartenberg parameters";
  Findings findings;
  if (robot.tree.floating) findings.push_back(error(d.at, "specification-floating", "the base floats", way_out));
  if (!robot.tree.direct)
    findings.push_back(error(d.at, "specification-transmission", "joints are coupled: drives are not joints", way_out));
  if (robot.tree.size() == 0)
    findings.push_back(error(d.at, "specification-serial", "the robot has no joint", way_out));
  if (!robot.tree.is_serial())
    findings.push_back(error(d.at, "specification-serial", "the robot branches: it has several limbs", way_out));
  return findings;
}

}  // namespace

Result<Description> in_denavit_hartenberg(const Description& description, const AssembleOptions& options) {
  auto assembled = assemble(description, options);
  if (!assembled) return assembled.findings();
  const Robot robot = assembled.take();
  if (Findings findings = refusals(description, robot); !findings.empty()) return findings;
  Description d = description;
  d.links.clear(), d.joints.clear(), d.payload.reset();
  Table table(robot);
  const Pose<double> first = table.first_frame();
  d.gravity = transposed_times(first.R, robot.parameters.gravity);
  Findings lost;
  if (!(first == Pose<double>{}))
    lost.push_back(diagnostic::warning(description.at, "lost-base",
                                       "a specification file cannot say where the base stands",
                                       "its frame is put on the first joint's axis, and gravity turned with it"));
  d.links.push_back({{robot.base_link, description.at}, std::nullopt});
  for (std::size_t i = 0; i < robot.joints.size(); ++i) {
    JointDescription joint;
    for (const auto& each : description.joints)
      if (each.name.value == robot.joints[i]) joint = each;
    joint.parent.value = d.links.back().name.value, joint.child.value = robot.links[i];
    joint.placement = {};
    Pose<double> F;
    if (!table.next(i, joint.placement, F))
      return error(
          joint.name.at, "specification-nearly-parallel",
          fmt::format("the axes of joints '{}' and '{}' are nearly parallel", robot.joints[i], robot.joints[i + 1]),
          "their common normal is far away and costs digits: --exact-angles, if they are meant to be parallel");
    d.joints.push_back(joint);
    LinkDescription link;
    link.name = joint.child;
    link.inertial = inertial_of(moved(inverse(F), robot.parameters.body[i]));
    d.links.push_back(std::move(link));
  }
  return {std::move(d), std::move(lost)};
}

}  // namespace tauforge::robot
