// A modified table becomes a standard one by regrouping the same product of turns and shifts:
//   [Rx(alpha_1) Tx(a_1)] Rz Tz [Rx(alpha_2) Tx(a_2)] Rz Tz ...
// alpha and a move up by one joint; alpha_1 and a_1 must be zero, the last alpha and a are zero.
// The link's moments go from the near frame to the far one.
#include "tauforge/files/specification_writer.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <utility>
#include <vector>

#include "tauforge/diagnostic/printable.h"
#include "tauforge/files/degrees.h"
#include "tauforge/files/number.h"
#include "tauforge/robot/exact_angles.h"
#include "tauforge/robot/moments.h"

namespace tauforge::files {

namespace {

using diagnostic::error;
using diagnostic::Findings;
using diagnostic::note;
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

class Writer {
 public:
  explicit Writer(const Description& description) : d_(description) {}

  diagnostic::Result<std::string> run() {
    refuse_what_changes_the_motion();
    if (!diagnostic::has_error(findings_)) follow_the_chain();
    if (!diagnostic::has_error(findings_)) fill_rows();
    if (diagnostic::has_error(findings_)) return std::move(findings_);
    note_what_is_lost();
    return {print(), std::move(findings_)};
  }

 private:
  void refuse(const diagnostic::Position& at, const char* code, std::string message) {
    findings_.push_back(error(at, code, std::move(message),
                              "a specification file holds a serial arm in Denavit-Hartenberg parameters"));
  }

  void refuse_what_changes_the_motion() {
    if (d_.floating_base) refuse(d_.at, "specification-floating", "the base floats");
    if (d_.transmission)
      refuse(d_.transmission->at, "specification-transmission", "the drives are coupled by a transmission matrix");
    if (d_.payload) refuse(d_.payload->link.at, "specification-payload", "the robot carries a payload");
    for (const auto& joint : d_.joints) {
      const std::string name = fmt::format("joint '{}'", joint.name.value);
      if (joint.kind == JointKind::fixed) refuse(joint.name.at, "specification-fixed-joint", name + " is fixed");
      if (joint.mimic) refuse(joint.name.at, "specification-mimic", name + " mimics another");
      if (joint.placement.convention == Convention::free)
        refuse(joint.name.at, "specification-convention", name + " is placed by xyz and rpy");
      if (joint.placement.convention != d_.joints[0].placement.convention)
        refuse(joint.name.at, "specification-convention", name + " uses another convention than the first joint");
      if (joint.drive.friction.kind != robot::FrictionKind::coulomb || joint.drive.friction.offset != 0.0 ||
          !joint.drive.friction.harmonics.empty())
        refuse(joint.name.at, "specification-friction", name + " has friction beyond Coulomb and viscous");
    }
    if (d_.joints.empty()) refuse(d_.at, "specification-serial", "the robot has no joint");
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
    const auto& first = rows_[0].joint->placement;
    if (shift && (first.alpha.value != 0.0 || first.a.value != 0.0))
      refuse(first.alpha.at, "specification-base",
             "the first joint of the modified table is turned or shifted against the base");
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

  void note_what_is_lost() {
    const auto lost = [&](const diagnostic::Position& at, std::string what) {
      findings_.push_back(note(at, "specification-cannot-say", std::move(what)));
    };
    if (d_.meaning == robot::Meaning::physical)
      lost(d_.at, "that the parameters are physical: they will read back as base parameters");
    if (!d_.gravity_directions.empty()) lost(d_.at, "the gravity directions the parameters hold for");
    if (const LinkDescription* base = link(rows_[0].joint->parent.value); base && base->inertial)
      lost(base->name.at, fmt::format("the inertia of the base '{}', which does not move", base->name.value));
    bool names = false, limits = false, gains = false, tolerances = false;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const JointDescription& j = *rows_[i].joint;
      names = names || j.name.value != fmt::format("joint{}", i + 1) || j.child.value != fmt::format("link{}", i + 1);
      limits = limits || !(j.limits == robot::LimitsDescription{});
      gains = gains || j.drive.gain || j.drive.gear_ratio || j.drive.rotor_inertia;
      tolerances = tolerances || j.drive.motor_inertia_tolerance.has_value();
      if (const auto* body = link(j.child.value); body && body->inertial)
        tolerances = tolerances || body->inertial->mass_tolerance || body->inertial->centre_tolerance ||
                     body->inertial->inertia_tolerance;
    }
    if (names) lost(d_.at, "the names of joints and links");
    if (limits) lost(d_.at, "the limits of the joints");
    if (gains) lost(d_.at, "gears and gains of the drives (their inertia is kept as felt at the joint)");
    if (tolerances) lost(d_.at, "tolerances");
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

diagnostic::Result<std::string> write_specification(const Description& description) {
  return Writer(description).run();
}

}  // namespace tauforge::files
