// A modified table becomes a standard one by regrouping the same product of turns and shifts:
//   [Rx(alpha_1) Tx(a_1)] Rz Tz [Rx(alpha_2) Tx(a_2)] Rz Tz ...
// alpha and a move up by one joint; alpha_1 and a_1 must be zero, the last alpha and a are zero.
// What is no such table is made one by robot/denavit_hartenberg.
// The link's moments go from the near frame to the far one.
#include "tauforge/files/specification_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>
#include <vector>

#include "tauforge/diagnostic/printable.h"
#include "tauforge/files/degrees.h"
#include "tauforge/files/lost.h"
#include "tauforge/files/number.h"
#include "tauforge/robot/denavit_hartenberg.h"
#include "tauforge/robot/exact_angles.h"
#include "tauforge/robot/moments.h"

namespace tauforge::files {

namespace {

using diagnostic::error;
using diagnostic::Findings;
using robot::Convention;
using robot::Description;
using robot::JointDescription;
using robot::JointKind;
using robot::LinkDescription;

struct Row {
  const JointDescription* joint = nullptr;
  double alpha = 0, a = 0, d = 0, theta = 0;  // standard, [rad, m]
  robot::Inertia<double> moments;             // in the standard frame
};

// Degrees that read back as the same angle where such a number exists.
double degrees(double radians) {
  if (const auto exact = short_degrees(radians)) return *exact;
  const double guess = radians / std::numbers::pi * 180.0;
  for (const double candidate : {guess, std::nextafter(guess, 1e300), std::nextafter(guess, -1e300)})
    if (radians_from_degrees(candidate) == radians) return candidate;
  return guess;
}

// Whether the robot is a table of Denavit-Hartenberg parameters that can be written down as it is.
bool is_table(const Description& d) {
  if (d.floating_base || d.transmission || d.payload || d.joints.empty()) return false;
  const robot::Placement& first = d.joints[0].placement;
  if (first.convention == Convention::modified_dh && (first.alpha.value != 0.0 || first.a.value != 0.0)) return false;
  return std::all_of(d.joints.begin(), d.joints.end(), [&](const JointDescription& joint) {
    return joint.kind != JointKind::fixed && joint.placement.convention != Convention::free &&
           joint.placement.convention == first.convention;
  });
}

class Writer {
 public:
  Writer(const Description& description, Findings lost) : d_(description), findings_(std::move(lost)) {}

  diagnostic::Result<std::string> run() {
    follow_the_chain();
    if (!diagnostic::has_error(findings_)) fill_rows();
    if (diagnostic::has_error(findings_)) return std::move(findings_);
    return {print(), std::move(findings_)};
  }

 private:
  void refuse(const diagnostic::Position& at, const char* code, std::string message) {
    findings_.push_back(error(at, code, std::move(message),
                              "a specification file holds a serial arm in Denavit-Hartenberg parameters"));
  }

  void follow_the_chain() {
    const auto only = [&](const std::function<bool(const JointDescription&)>& wanted) {
      const JointDescription* found = nullptr;
      for (const auto& joint : d_.joints)
        if (wanted(joint)) {
          if (found)
            refuse(joint.name.at, "specification-serial",
                   fmt::format("joints '{}' and '{}' branch", found->name.value, joint.name.value));
          found = &joint;
        }
      return found;
    };
    const JointDescription* joint = only([&](const JointDescription& first) {
      for (const auto& other : d_.joints)
        if (other.child.value == first.parent.value) return false;
      return true;
    });
    while (joint && rows_.size() < d_.joints.size() && !diagnostic::has_error(findings_)) {
      rows_.push_back({joint, 0, 0, 0, 0, {}});
      joint = only([&](const JointDescription& next) { return next.parent.value == rows_.back().joint->child.value; });
    }
    if (rows_.size() != d_.joints.size() && !diagnostic::has_error(findings_))
      refuse(d_.at, "specification-serial", "the joints do not form one chain");
  }

  const LinkDescription* link(const std::string& name) const {
    for (const auto& candidate : d_.links)
      if (candidate.name.value == name) return &candidate;
    return nullptr;
  }

  void fill_rows() {
    const bool shift = rows_[0].joint->placement.convention == Convention::modified_dh;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      Row& row = rows_[i];
      const robot::Placement& own = row.joint->placement;
      row.d = own.d.value;
      row.theta = own.theta.value;
      if (!shift) row.alpha = own.alpha.value, row.a = own.a.value;
      if (shift && i + 1 < rows_.size()) {
        row.alpha = rows_[i + 1].joint->placement.alpha.value;
        row.a = rows_[i + 1].joint->placement.a.value;
      }
      const LinkDescription* body = link(row.joint->child.value);
      if (body && body->inertial) row.moments = robot::moments(*body->inertial);
      if (shift) {
        const spatial::Pose<double> far{robot::rotation_x(robot::exact_angle(row.alpha).value), {row.a, 0.0, 0.0}};
        row.moments = moved(inverse(far), row.moments);
      }
    }
  }

  void list(std::string& to, const char* key, const std::function<double(const Row&)>& value, const char* comment,
            bool always) const {
    bool any = always;
    std::string line = fmt::format("{:<8}", key);
    for (const Row& row : rows_) {
      any = any || value(row) != 0.0;
      line += ' ' + number_text(value(row) == 0.0 ? 0.0 : value(row));
    }
    if (any) to += line + "  % " + comment + "\n";
  }

  std::string print() const {
    const std::string title = diagnostic::printable(d_.name + (d_.source.empty() ? "" : "; " + d_.source));
    std::string out = fmt::format("% {}\nnumber_links {}\n", title, rows_.size());
    const auto inertia = [](const Row& row) {
      const auto& drive = row.joint->drive;
      const double ratio = drive.gear_ratio.value_or(1.0);
      return drive.motor_inertia.value_or(0.0) + ratio * ratio * drive.rotor_inertia.value_or(0.0);
    };
    list(
        out, "mass", [](const Row& r) { return r.moments.m; }, "[kg]", true);
    list(
        out, "sigma", [](const Row& r) { return r.joint->kind == JointKind::prismatic ? 1.0 : 0.0; },
        "0 revolute, 1 prismatic", true);
    list(
        out, "alpha", [](const Row& r) { return degrees(r.alpha); }, "twist [deg]", true);
    list(
        out, "dpar", [](const Row& r) { return r.d; }, "distance [m]", true);
    list(
        out, "apar", [](const Row& r) { return r.a; }, "length [m]", true);
    list(
        out, "thetapar", [](const Row& r) { return degrees(r.theta); }, "offset of the joint angle [deg]", false);
    list(
        out, "adyna", [](const Row& r) { return r.moments.I.xx; }, "inertia about the frame's origin: xx [kg m^2]",
        true);
    list(
        out, "bdyna", [](const Row& r) { return r.moments.I.yy; }, "yy", true);
    list(
        out, "cdyna", [](const Row& r) { return r.moments.I.zz; }, "zz", true);
    list(
        out, "ddyna", [](const Row& r) { return r.moments.I.xy; }, "xy", true);
    list(
        out, "edyna", [](const Row& r) { return r.moments.I.yz; }, "yz", true);
    list(
        out, "fdyna", [](const Row& r) { return r.moments.I.xz; }, "xz", true);
    list(
        out, "xgrav", [](const Row& r) { return r.moments.h.x; }, "first moment [kg m]", true);
    list(
        out, "ygrav", [](const Row& r) { return r.moments.h.y; }, "...", true);
    list(
        out, "zgrav", [](const Row& r) { return r.moments.h.z; }, "...", true);
    list(out, "iadyna", inertia, "motor inertia at the joint [kg m^2 or kg]", true);
    list(
        out, "fsdyna", [](const Row& r) { return r.joint->drive.friction.coulomb; }, "Coulomb friction [N m or N]",
        false);
    list(
        out, "dsdyna", [](const Row& r) { return r.joint->drive.friction.viscous; },
        "viscous friction [N m s/rad or N s/m]", false);
    list(
        out, "ofdyna", [](const Row& r) { return r.joint->drive.friction.offset; }, "constant torque [N m or N]",
        false);
    if (!(d_.gravity == robot::Vector{0.0, 0.0, -9.81}))
      out += fmt::format("gravity  {} {} {}  % [m/s^2]\n", number_text(d_.gravity.x), number_text(d_.gravity.y),
                         number_text(d_.gravity.z));
    return out + "option moment\nstop\n";
  }

  const Description& d_;
  Findings findings_;
  std::vector<Row> rows_;
};

}  // namespace

diagnostic::Result<std::string> write_specification(const Description& description,
                                                    const robot::AssembleOptions& options) {
  Findings lost;
  const Description held = held_by(robot::Format::specification, description, lost);
  if (options.mimic == robot::MimicPolicy::coupled)
    for (const auto& joint : description.joints)
      if (joint.mimic)
        return error(joint.name.at, "specification-mimic", fmt::format("joint '{}' mimics another", joint.name.value),
                     "in a specification file joints move by themselves: --mimic independent, if it may");
  if (is_table(held) && !options.floating_base) return Writer(held, std::move(lost)).run();
  const auto table = robot::in_denavit_hartenberg(held, options);
  if (!table) return table.findings();
  append(lost, table.findings());
  return Writer(table.value(), std::move(lost)).run();
}

}  // namespace tauforge::files
