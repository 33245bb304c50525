#include "tauforge/robot/joint_axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "tauforge/robot/exact_angles.h"

namespace tauforge::robot {

namespace {

using diagnostic::error;
using diagnostic::Findings;
using diagnostic::note;
using diagnostic::warning;
using spatial::Mat3;

class Placer {
 public:
  Placer(double exact_within, Findings& findings) : exact_within_(exact_within), findings_(findings) {}

  JointAxis run(const JointDescription& joint) {
    const Placement& at = joint.placement;
    const bool prismatic = joint.kind == JointKind::prismatic;
    const bool fixed = joint.kind == JointKind::fixed;
    const std::string& name = joint.name.value;
    JointAxis result;
    if (at.convention == Convention::free) {
      const Vector axis = fixed ? Vector{0, 0, 1} : unit_axis(joint);
      const Mat3<double> to_axis = rotation_of_z_to(axis);
      result.before = {rotation(at.rpy, name) * to_axis, offset(at.xyz, name)};
      result.after = {transpose(to_axis), {}};
      return result;
    }
    const CosSin twist = angle(at.alpha, "alpha of '" + name + "'");
    const Pose<double> twisted{rotation_x(twist), {at.a.value, 0, 0}};
    // what does not move: the DH theta of a prismatic or fixed joint, the d of a revolute or fixed one
    Pose<double> still;
    if (prismatic || fixed) still.R = rotation_z(angle(at.theta, "theta of '" + name + "'"));
    if (!prismatic) still.p = {0, 0, at.d.value};
    result.offset = fixed ? 0.0 : prismatic ? at.d.value : at.theta.value;
    if (at.convention == Convention::modified_dh) {
      result.before = twisted * still;  // Rx(alpha) Tx(a) Rz(theta) Tz(d)
    } else {
      result.before = still;  // Rz(theta) Tz(d) Tx(a) Rx(alpha)
      result.after = twisted;
    }
    return result;
  }

 private:
  CosSin angle(const Located<double>& value, const std::string& what) {
    const ExactAngle result = exact_angle(value.value, exact_within_);
    if (result.quality == AngleQuality::restored)
      findings_.push_back(note(value.at, "angle-restored",
                               fmt::format("{} = {} rad is taken as an exact quarter turn", what, value.value)));
    if (result.quality == AngleQuality::nearly_right)
      findings_.push_back(note(value.at, "angle-nearly-right",
                               fmt::format("{} = {} rad is nearly, but not exactly, a quarter turn", what, value.value),
                               "kept as written, which costs operations; --exact-angles restores it"));
    return result.value;
  }

  Mat3<double> rotation(const Located<Vector>& rpy, const std::string& joint) {
    angle({rpy.value.x, rpy.at}, "roll of '" + joint + "'");
    angle({rpy.value.y, rpy.at}, "pitch of '" + joint + "'");
    angle({rpy.value.z, rpy.at}, "yaw of '" + joint + "'");
    return rotation_rpy(rpy.value, exact_within_);
  }

  // What drawing programs leave of a zero costs operations, and its products drown in rounding.
  Vector offset(const Located<Vector>& xyz, const std::string& joint) {
    Vector p = xyz.value;
    const double limit = 1e-9 * std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    for (double* component : {&p.x, &p.y, &p.z})
      if (*component != 0.0 && std::abs(*component) < limit) {
        findings_.push_back(note(xyz.at, "length-restored",
                                 fmt::format("{} m in the place of joint '{}' is taken as zero: it is less than a "
                                             "billionth of the rest",
                                             *component, joint)));
        *component = 0.0;
      }
    return p;
  }

  Vector unit_axis(const JointDescription& joint) {
    const Vector e = joint.axis.value;
    double length = std::sqrt(dot(e, e));
    if (!std::isfinite(length)) length = std::hypot(e.x, e.y, e.z);  // squares that overflow
    if (!(length > 1e-9)) {
      findings_.push_back(error(joint.axis.at, "axis-zero",
                                fmt::format("the axis of joint '{}' has no direction", joint.name.value),
                                "an axis needs a length"));
      return {0, 0, 1};
    }
    if (std::abs(length - 1.0) > 1e-6)
      findings_.push_back(
          warning(joint.axis.at, "axis-not-unit",
                  fmt::format("the axis of joint '{}' has length {:.6g}; it is normalised", joint.name.value, length)));
    return length == 1.0 ? e : (1.0 / length) * e;
  }

  double exact_within_;
  Findings& findings_;
};

}  // namespace

JointAxis joint_axis(const JointDescription& joint, double exact_within, Findings& findings) {
  return Placer(exact_within, findings).run(joint);
}

}  // namespace tauforge::robot
