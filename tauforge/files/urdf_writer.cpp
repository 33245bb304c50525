#include "tauforge/files/urdf_writer.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <utility>

#include "tauforge/diagnostic/printable.h"
#include "tauforge/files/lost.h"
#include "tauforge/files/number.h"
#include "tauforge/robot/exact_angles.h"
#include "tauforge/robot/moments.h"

namespace tauforge::files {

namespace {

using diagnostic::error;
using diagnostic::Findings;
using robot::Convention;
using robot::Description;
using robot::InertialDescription;
using robot::JointDescription;
using robot::JointKind;
using robot::Vector;
using spatial::Mat3;
using spatial::Pose;

Mat3<double> rotation_of(const Vector& rpy) {
  const auto turn = [](double angle) { return robot::exact_angle(angle).value; };
  return robot::rotation_z(turn(rpy.z)) * (robot::rotation_y(turn(rpy.y)) * robot::rotation_x(turn(rpy.x)));
}

// Roll, pitch, yaw of R = Rz(y) Ry(p) Rx(r). Near p = +-90 degrees y hardly matters and is poorly known; roll is taken from
// Rz(-y) R, so that it makes up for whatever y was taken. At 90 degrees, where only their sum is known, y = 0.
Vector rpy_of(const Mat3<double>& R) {
  const double cosine = std::hypot(R.xx, R.yx);
  const double c = cosine > 0.0 ? R.xx / cosine : 1.0, s = cosine > 0.0 ? R.yx / cosine : 0.0;
  return {std::atan2(s * R.xz - c * R.yz, c * R.yy - s * R.xy), std::atan2(-R.zx, cosine),
          cosine > 0.0 ? std::atan2(R.yx, R.xx) : 0.0};
}

// -0 is written as 0.
std::string text(double value) { return number_text(value == 0.0 ? 0.0 : value); }
std::string text(const Vector& v) { return fmt::format("{} {} {}", text(v.x), text(v.y), text(v.z)); }
bool is_zero(const Vector& v) { return v.x == 0.0 && v.y == 0.0 && v.z == 0.0; }

std::string escaped(const std::string& name) {
  std::string out;
  for (std::string_view rest = name; !rest.empty();) {
    const auto [length, code, valid] = diagnostic::first_character(rest);
    switch (rest[0]) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '$': out += "&#36;"; break;  // "${" would be taken for xacro
      default:
        if (!valid)
          out += "&#xFFFD;";
        else if (!diagnostic::is_visible(code))
          out += fmt::format("&#{};", static_cast<unsigned>(code));
        else
          out += rest.substr(0, length);
    }
    rest.remove_prefix(length);
  }
  return out;
}

class Writer {
 public:
  explicit Writer(const Description& description) : d_(description) {}

  diagnostic::Result<std::string> run() {
    for (const auto& joint : d_.joints)
      if (joint.placement.convention == Convention::standard_dh && joint.kind != JointKind::fixed)
        frame_[joint.child.value] = twist_of(joint);
    out_ = fmt::format("<?xml version=\"1.0\"?>\n<robot name=\"{}\">\n", name(d_.name, d_.at));
    if (d_.floating_base) write_floating_joint();
    for (const auto& link : d_.links) write_link(link);
    for (const auto& joint : d_.joints) write_joint(joint);
    if (d_.payload) write_payload(*d_.payload);
    out_ += "</robot>\n";
    held_by(robot::Format::urdf, d_, findings_);
    if (diagnostic::has_error(findings_)) return std::move(findings_);
    return {std::move(out_), std::move(findings_)};
  }

 private:
  std::string name(const std::string& given, const diagnostic::Position& at) {
    for (const char c : given)
      if (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r') {
        findings_.push_back(
            error(at, "urdf-name", "a name contains a control character", "XML cannot hold it: rename"));
        break;
      }
    return escaped(given);
  }

  // Rx(alpha) Tx(a), the part of a standard placement that comes after the joint.
  static Pose<double> twist_of(const JointDescription& joint) {
    const auto alpha = robot::exact_angle(joint.placement.alpha.value).value;
    return {robot::rotation_x(alpha), {joint.placement.a.value, 0.0, 0.0}};
  }

  // The author's frame of a link, in the frame that the link gets here; null: the same.
  const Pose<double>* moved_frame(const std::string& link) const {
    const auto found = frame_.find(link);
    return found == frame_.end() ? nullptr : &found->second;
  }

  // A name that neither a link nor a joint has.
  std::string free_name(std::string name) const {
    std::set<std::string> taken;
    for (const auto& link : d_.links) taken.insert(link.name.value);
    for (const auto& joint : d_.joints) taken.insert(joint.name.value);
    while (taken.count(name)) name += "_";
    return name;
  }

  void write_payload(const robot::PayloadDescription& payload) {
    JointDescription joint;
    joint.name.value = free_name("payload_mount");
    joint.kind = JointKind::fixed;
    joint.parent = payload.link;
    joint.child.value = free_name("payload");
    write_link({joint.child, payload.inertial});
    write_joint(joint);
  }

  void write_floating_joint() {
    std::set<std::string> children;
    for (const auto& joint : d_.joints) children.insert(joint.child.value);
    std::string root;
    const std::string world = free_name("world");
    for (const auto& link : d_.links)
      if (!children.count(link.name.value)) root = link.name.value;
    out_ += fmt::format(
        "  <link name=\"{0}\"/>\n  <joint name=\"{0}_to_base\" type=\"floating\">\n    <parent link=\"{0}\"/>\n"
        "    <child link=\"{1}\"/>\n  </joint>\n",
        world, escaped(root));
  }

  void write_origin(const char* indent, const Vector& xyz, const Vector& rpy) {
    if (is_zero(xyz) && is_zero(rpy)) return;
    out_ += fmt::format("{}<origin xyz=\"{}\" rpy=\"{}\"/>\n", indent, text(xyz), text(rpy));
  }

  void write_link(const robot::LinkDescription& link) {
    out_ += fmt::format("  <link name=\"{}\"", name(link.name.value, link.name.at));
    if (!link.inertial) {
      out_ += "/>\n";
      return;
    }
    out_ += ">\n    <inertial>\n";
    InertialDescription b = about_the_centre(*link.inertial, link.name);
    if (const Pose<double>* X = moved_frame(link.name.value)) {
      b.centre.value = *X * b.centre.value;
      b.rpy.value = rpy_of(X->R * rotation_of(b.rpy.value));
    }
    write_origin("      ", b.centre.value, b.rpy.value);
    const robot::Tensor& I = b.inertia.value;
    out_ += fmt::format("      <mass value=\"{}\"/>\n", text(b.mass.value));
    out_ += fmt::format("      <inertia ixx=\"{}\" iyy=\"{}\" izz=\"{}\" ixy=\"{}\" iyz=\"{}\" ixz=\"{}\"/>\n",
                        text(I.xx), text(I.yy), text(I.zz), text(I.xy), text(I.yz), text(I.xz));
    out_ += "    </inertial>\n  </link>\n";
  }

  InertialDescription about_the_centre(const InertialDescription& given, const robot::Located<std::string>& link) {
    if (given.about == robot::InertiaAbout::centre_of_mass && !given.centre_is_first_moment) return given;
    const robot::Inertia<double> moments = robot::moments(given);
    InertialDescription result;
    result.mass = given.mass;
    if (moments.m == 0.0) {
      if (!is_zero(moments.h))
        findings_.push_back(error(given.centre.at, "urdf-moments-without-mass",
                                  fmt::format("link '{}' has a first moment but no mass", link.value),
                                  "URDF needs a mass and its centre: base parameters cannot be written"));
      result.inertia.value = moments.I;
      return result;
    }
    const Vector c = (1.0 / moments.m) * moments.h;
    result.centre.value = c;
    result.inertia.value = moments.I - moments.m * point_inertia(c);
    return result;
  }

  void write_joint(const JointDescription& joint) {
    static constexpr const char* kinds[] = {"revolute", "continuous", "prismatic", "fixed"};
    out_ += fmt::format("  <joint name=\"{}\" type=\"{}\">\n", name(joint.name.value, joint.name.at),
                        kinds[static_cast<int>(joint.kind)]);
    out_ += fmt::format("    <parent link=\"{}\"/>\n    <child link=\"{}\"/>\n",
                        name(joint.parent.value, joint.parent.at), name(joint.child.value, joint.child.at));
    const Pose<double>* parent = moved_frame(joint.parent.value);
    const bool free = joint.placement.convention == Convention::free;
    if (free && !parent) {
      write_origin("    ", joint.placement.xyz.value, joint.placement.rpy.value);  // as written, to the last digit
    } else {
      const Pose<double> X = (parent ? *parent : Pose<double>{}) * placement_of(joint);
      write_origin("    ", X.p, rpy_of(X.R));
    }
    const Vector axis = free ? joint.axis.value : Vector{0.0, 0.0, 1.0};
    if (!(axis == Vector{1.0, 0.0, 0.0})) out_ += fmt::format("    <axis xyz=\"{}\"/>\n", text(axis));
    write_limits(joint);
    const auto& friction = joint.drive.friction;
    if (friction.viscous != 0.0 || friction.coulomb != 0.0)
      out_ += fmt::format("    <dynamics damping=\"{}\" friction=\"{}\"/>\n", text(friction.viscous),
                          text(friction.coulomb));
    if (joint.mimic)
      out_ += fmt::format("    <mimic joint=\"{}\" multiplier=\"{}\" offset=\"{}\"/>\n",
                          escaped(joint.mimic->joint.value), text(joint.mimic->multiplier), text(joint.mimic->offset));
    out_ += "  </joint>\n";
  }

  // Where the joint stands when its coordinate is zero; for a fixed joint all of it.
  static Pose<double> placement_of(const JointDescription& joint) {
    const robot::Placement& at = joint.placement;
    if (at.convention == Convention::free) return {rotation_of(at.rpy.value), at.xyz.value};
    const Pose<double> turn{robot::rotation_z(robot::exact_angle(at.theta.value).value), {0.0, 0.0, at.d.value}};
    if (at.convention == Convention::modified_dh) return twist_of(joint) * turn;
    return joint.kind == JointKind::fixed ? turn * twist_of(joint) : turn;
  }

  // URDF asks for effort and velocity in every <limit>, and for a <limit> on joints that are not
  // continuous; 0 stands for "not given" and is read so.
  void write_limits(const JointDescription& joint) {
    const auto& limits = joint.limits;
    const bool needed = joint.kind == JointKind::revolute || joint.kind == JointKind::prismatic;
    if (!needed && !limits.lower && !limits.upper && !limits.torque && !limits.velocity) return;
    out_ += "    <limit";
    if (limits.lower) out_ += fmt::format(" lower=\"{}\"", text(*limits.lower));
    if (limits.upper) out_ += fmt::format(" upper=\"{}\"", text(*limits.upper));
    out_ += fmt::format(" effort=\"{}\" velocity=\"{}\"/>\n", text(limits.torque.value_or(0.0)),
                        text(limits.velocity.value_or(0.0)));
  }

  const Description& d_;
  std::string out_;
  Findings findings_;
  std::map<std::string, Pose<double>> frame_;
};

}  // namespace

diagnostic::Result<std::string> write_urdf(const Description& description) { return Writer(description).run(); }

}  // namespace tauforge::files
