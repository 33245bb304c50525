#include "tauforge/robot/assemble.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "tauforge/robot/exact_angles.h"

namespace tauforge::robot {

namespace {

using diagnostic::error;
using diagnostic::note;
using diagnostic::warning;
using spatial::Mat3;

// T_pc = before * (joint motion about or along z) * after, plus an offset of the coordinate.
struct JointFrames {
  Pose<double> before, after;
  double offset = 0;
};

class Assembler {
 public:
  Assembler(const Description& description, const AssembleOptions& options)
      : d_(description), options_(options) {}

  Result<Robot> run() {
    robot_.name = d_.name;
    robot_.tree.floating = d_.floating_base || options_.floating_base;
    robot_.meaning = d_.meaning;
    robot_.gravity_directions = d_.gravity_directions;
    robot_.parameters.gravity = d_.gravity;
    if (!index_links() || !index_joints()) return findings_;
    place_link(root_, Tree::base, {});
    robot_.base_link = root_;
    visit_children(root_);
    if (robot_.frames.size() != links_.size()) report_unreached();
    if (diagnostic::has_error(findings_)) return findings_;
    if (robot_.tree.size() == 0 && !robot_.tree.floating)
      return Findings{error(d_.at, "no-moving-joint", fmt::format("robot '{}' has no moving joint", d_.name),
                            "a robot needs at least one revolute, continuous or prismatic joint")};
    add_payload();
    couple();
    if (diagnostic::has_error(findings_)) return findings_;
    return Result<Robot>(std::move(robot_), std::move(findings_));
  }

 private:
  bool index_links() {
    for (const auto& link : d_.links) {
      const bool fresh = links_.emplace(link.name.value, &link).second;
      if (!fresh)
        findings_.push_back(error(link.name.at, "link-twice", fmt::format("link '{}' is defined twice", link.name.value),
                                  "each link needs a name of its own"));
    }
    if (links_.empty())
      findings_.push_back(error(d_.at, "no-link", fmt::format("robot '{}' has no link", d_.name)));
    return !diagnostic::has_error(findings_);
  }

  bool index_joints() {
    std::set<std::string> names;
    std::map<std::string, const JointDescription*> moved_by;
    for (const auto& joint : d_.joints) {
      if (!names.insert(joint.name.value).second)
        findings_.push_back(error(joint.name.at, "joint-twice", fmt::format("joint '{}' is defined twice", joint.name.value),
                                  "each joint needs a name of its own"));
      for (const auto* end : {&joint.parent, &joint.child})
        if (!links_.count(end->value)) declare_missing_link(joint, *end);
      if (const auto [other, fresh] = moved_by.emplace(joint.child.value, &joint); !fresh)
        findings_.push_back(error(joint.child.at, "closed-loop",
                                  fmt::format("link '{}' is the child of '{}' and of '{}'", joint.child.value,
                                              other->second->name.value, joint.name.value),
                                  "closed loops are not supported: a link hangs on one joint only"));
      children_[joint.parent.value].push_back(&joint);
    }
    std::vector<std::string> roots;
    for (const auto& [name, link] : links_)
      if (!moved_by.count(name)) roots.push_back(name);
    if (roots.empty())
      findings_.push_back(error(d_.at, "no-root", "every link is the child of a joint: the joints form a loop",
                                "closed loops are not supported: one link must be the base"));
    if (roots.size() > 1)
      findings_.push_back(error(position_of(roots[1]), "two-roots",
                                fmt::format("links '{}' and '{}' are both without a parent joint", roots[0], roots[1]),
                                "a robot is one tree: connect them or remove one"));
    if (roots.size() == 1) root_ = roots[0];
    return !diagnostic::has_error(findings_);
  }

  Position position_of(const std::string& link) const {
    const auto* found = links_.at(link);
    return found ? found->name.at : d_.at;
  }

  void declare_missing_link(const JointDescription& joint, const Located<std::string>& end) {
    findings_.push_back(warning(end.at, "link-undeclared",
                                fmt::format("joint '{}' names link '{}', which the file does not define",
                                            joint.name.value, end.value),
                                "taken as a link without mass"));
    links_.emplace(end.value, nullptr);
  }

  void report_unreached() {
    std::set<std::string> reached;
    for (const auto& frame : robot_.frames) reached.insert(frame.name);
    for (const auto& [name, link] : links_)
      if (!reached.count(name))
        findings_.push_back(error(position_of(name), "link-unreachable",
                                  fmt::format("link '{}' is not connected to the base '{}'", name, root_),
                                  "its joints form a loop among themselves"));
  }

  // The link becomes part of a body: its frame is noted, its moments are added.
  void place_link(const std::string& name, Index body, const Pose<double>& X) {
    robot_.frames.push_back({name, body, X});
    const LinkDescription* link = links_.at(name);
    if (!link || !link->inertial) return;
    Inertia<double>& to = body == Tree::base ? robot_.parameters.base : robot_.parameters.body[static_cast<std::size_t>(body)];
    to = to + moved(X, moments(*link->inertial));
  }

  void visit_children(const std::string& root) {
    // depth first, in the order of the file, without recursion: files may nest deeply
    std::vector<std::pair<std::string, std::size_t>> open{{root, 0}};
    while (!open.empty()) {
      auto& [name, next] = open.back();
      const auto found = children_.find(name);
      if (found == children_.end() || next == found->second.size()) {
        open.pop_back();
        continue;
      }
      const JointDescription& joint = *found->second[next++];
      attach(joint);
      open.emplace_back(joint.child.value, 0);
    }
  }

  void attach(const JointDescription& joint) {
    Frame parent;
    for (const auto& frame : robot_.frames)
      if (frame.name == joint.parent.value) parent = frame;
    const JointFrames frames = frames_of(joint);
    const Pose<double> X_joint = parent.X * frames.before;
    if (joint.kind == JointKind::fixed) {
      findings_.push_back(note(joint.name.at, "fixed-joint-lumped",
                               fmt::format("fixed joint '{}': link '{}' is lumped into '{}'", joint.name.value,
                                           joint.child.value, joint.parent.value)));
      place_link(joint.child.value, parent.body, X_joint * frames.after);
      return;
    }
    const bool prismatic = joint.kind == JointKind::prismatic;
    const Index i = robot_.tree.add(prismatic ? JointType::prismatic : JointType::revolute, parent.body);
    auto& par = robot_.parameters;
    par.placement.push_back(X_joint);
    par.offset.push_back(frames.offset);
    par.body.emplace_back();
    par.link_frame.push_back(frames.after);
    robot_.joints.push_back(joint.name.value);
    robot_.links.push_back(joint.child.value);
    robot_.limits.push_back(joint.limits);
    moving_.push_back(&joint);
    place_link(joint.child.value, i, frames.after);
  }

  CosSin angle(const Located<double>& value, const std::string& what) {
    const ExactAngle result = exact_angle(value.value, options_.exact_angles);
    if (result.quality == AngleQuality::restored)
      findings_.push_back(note(value.at, "angle-restored",
                               fmt::format("{} = {} rad is taken as an exact quarter turn", what, value.value)));
    if (result.quality == AngleQuality::nearly_right)
      findings_.push_back(warning(value.at, "angle-nearly-right",
                                  fmt::format("{} = {} rad is nearly, but not exactly, a quarter turn", what, value.value),
                                  "kept as written, which costs operations; --exact-angles restores it"));
    return result.value;
  }

  Mat3<double> rotation_rpy(const Located<Vector>& rpy, const std::string& joint) {
    const CosSin r = angle({rpy.value.x, rpy.at}, "roll of '" + joint + "'");
    const CosSin p = angle({rpy.value.y, rpy.at}, "pitch of '" + joint + "'");
    const CosSin y = angle({rpy.value.z, rpy.at}, "yaw of '" + joint + "'");
    return rotation_z(y) * (rotation_y(p) * rotation_x(r));
  }

  JointFrames frames_of(const JointDescription& joint) {
    const Placement& at = joint.placement;
    const bool prismatic = joint.kind == JointKind::prismatic;
    const bool fixed = joint.kind == JointKind::fixed;
    const std::string& name = joint.name.value;
    JointFrames result;
    if (at.convention == Convention::free) {
      const Vector axis = fixed ? Vector{0, 0, 1} : unit_axis(joint);
      const Mat3<double> to_axis = rotation_of_z_to(axis);
      result.before = {rotation_rpy(at.rpy, name) * to_axis, at.xyz.value};
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
      result.before = still;            // Rz(theta) Tz(d) Tx(a) Rx(alpha)
      result.after = twisted;
    }
    return result;
  }

  Vector unit_axis(const JointDescription& joint) {
    const Vector e = joint.axis.value;
    const double length = std::sqrt(dot(e, e));
    if (!(length > 1e-9)) {
      findings_.push_back(error(joint.axis.at, "axis-zero", fmt::format("the axis of joint '{}' has no direction", joint.name.value),
                                "an axis needs a length"));
      return {0, 0, 1};
    }
    if (std::abs(length - 1.0) > 1e-6)
      findings_.push_back(warning(joint.axis.at, "axis-not-unit",
                                  fmt::format("the axis of joint '{}' has length {:.6g}; it is normalised", joint.name.value, length)));
    return length == 1.0 ? e : (1.0 / length) * e;
  }

  void add_payload() {
    if (!d_.payload) return;
    for (const auto& frame : robot_.frames)
      if (frame.name == d_.payload->link.value) {
        Inertia<double>& to = frame.body == Tree::base ? robot_.parameters.base
                                                       : robot_.parameters.body[static_cast<std::size_t>(frame.body)];
        to = to + moved(frame.X, moments(d_.payload->inertial));
        return;
      }
    findings_.push_back(error(d_.payload->link.at, "payload-link-unknown",
                              fmt::format("the payload's link '{}' does not exist", d_.payload->link.value)));
  }

  void couple();
  void couple_by_matrix(const TransmissionDescription& transmission);
  void couple_mimics();
  void add_drive(const std::string& name, const DriveDescription& drive);

  const Description& d_;
  const AssembleOptions& options_;
  Robot robot_;
  Findings findings_;
  std::string root_;
  std::map<std::string, const LinkDescription*> links_;  // null: named by a joint only
  std::map<std::string, std::vector<const JointDescription*>> children_;
  std::vector<const JointDescription*> moving_;          // in the order of the bodies
};

void Assembler::add_drive(const std::string& name, const DriveDescription& drive) {
  const FrictionDescription& f = drive.friction;
  double inertia = drive.motor_inertia.value_or(0.0);
  if (drive.rotor_inertia) {
    const double ratio = drive.gear_ratio.value_or(1.0);
    inertia += ratio * ratio * *drive.rotor_inertia;
  }
  robot_.tree.friction.push_back(f.kind);
  robot_.parameters.drive.push_back({inertia, f.viscous, f.coulomb, f.offset, f.static_level, f.stribeck_velocity, f.width});
  robot_.drives.push_back(name);
  robot_.drive_gain.push_back(drive.gain.value_or(1.0));
}

void Assembler::couple() {
  robot_.parameters.q0.assign(moving_.size(), 0.0);
  if (d_.transmission) return couple_by_matrix(*d_.transmission);
  couple_mimics();
}

void Assembler::couple_by_matrix(const TransmissionDescription& t) {
  const std::size_t n = moving_.size(), m = t.drives.size();
  const bool rows_fit = t.matrix.size() == n;
  bool columns_fit = true;
  for (const auto& row : t.matrix) columns_fit = columns_fit && row.size() == m;
  if (!rows_fit || !columns_fit || (!t.offset.empty() && t.offset.size() != n) || (!t.drive.empty() && t.drive.size() != m) ||
      (t.drive.empty() && m != n)) {
    findings_.push_back(error(t.at, "transmission-size",
                              fmt::format("the transmission does not fit {} moving joints and {} drives", n, m),
                              "one row per moving joint, one column per drive, one [[transmission.drive]] per drive"));
    return;
  }
  robot_.tree.direct = false;
  // rows are in the order of the file; bodies in the order of the tree
  std::map<const JointDescription*, std::size_t> row_of;
  std::size_t row = 0;
  for (const auto& joint : d_.joints)
    if (joint.kind != JointKind::fixed) row_of[&joint] = row++;
  for (std::size_t k = 0; k < m; ++k) {
    const JointDescription* own = nullptr;
    for (const auto& [joint, r] : row_of)
      if (r == k) own = joint;
    add_drive(t.drives[k], t.drive.empty() ? own->drive : t.drive[k]);
  }
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t r = row_of.at(moving_[i]);
    for (std::size_t k = 0; k < m; ++k) robot_.parameters.G.push_back(t.matrix[r][k]);
    if (!t.offset.empty()) robot_.parameters.q0[i] = t.offset[r];
  }
}

void Assembler::couple_mimics() {
  std::map<std::string, std::size_t> body_of;
  for (std::size_t i = 0; i < moving_.size(); ++i) body_of[moving_[i]->name.value] = i;
  // each joint follows a chain of mimics to the one that drives it
  struct Follow { std::size_t leader; double factor, offset; };
  std::vector<Follow> follow;
  for (std::size_t i = 0; i < moving_.size(); ++i) {
    Follow f{i, 1.0, 0.0};
    std::size_t hops = 0;
    while (options_.mimic == MimicPolicy::coupled && moving_[f.leader]->mimic) {
      const Mimic& mimic = *moving_[f.leader]->mimic;
      const auto found = body_of.find(mimic.joint.value);
      if (found == body_of.end() || ++hops > moving_.size()) {
        findings_.push_back(error(mimic.joint.at, found == body_of.end() ? "mimic-unknown" : "mimic-loop",
                                  fmt::format("joint '{}' mimics '{}', which {}", moving_[f.leader]->name.value, mimic.joint.value,
                                              found == body_of.end() ? "is not a moving joint" : "leads back to itself")));
        return;
      }
      f = {found->second, f.factor * mimic.multiplier, f.offset + f.factor * mimic.offset};
    }
    follow.push_back(f);
  }
  std::map<std::size_t, std::size_t> column;
  for (std::size_t i = 0; i < moving_.size(); ++i) {
    if (follow[i].leader == i) {
      column[i] = column.size();
      add_drive(moving_[i]->name.value, moving_[i]->drive);
    }
    if (moving_[i]->mimic)
      findings_.push_back(note(moving_[i]->mimic->joint.at,
                               options_.mimic == MimicPolicy::coupled ? "mimic-coupled" : "mimic-independent",
                               fmt::format("joint '{}' mimics '{}': {}", moving_[i]->name.value, moving_[i]->mimic->joint.value,
                                           options_.mimic == MimicPolicy::coupled ? "coupled by the transmission matrix"
                                                                                  : "treated as a coordinate of its own"),
                               options_.mimic == MimicPolicy::coupled ? "" : "--mimic coupled follows it"));
  }
  robot_.tree.direct = column.size() == moving_.size();
  for (std::size_t i = 0; i < moving_.size(); ++i) {
    for (std::size_t k = 0; k < column.size(); ++k)
      robot_.parameters.G.push_back(column.at(follow[i].leader) == k ? follow[i].factor : 0.0);
    robot_.parameters.q0[i] = follow[i].offset;
  }
}

}  // namespace

Inertia<double> moments(const InertialDescription& b) {
  const double m = b.mass.value;
  const Mat3<double> R = rotation_z(exact_angle(b.rpy.value.z, false).value) *
                         (rotation_y(exact_angle(b.rpy.value.y, false).value) * rotation_x(exact_angle(b.rpy.value.x, false).value));
  const Tensor axes_of_link = congruence(R, b.inertia.value);
  Inertia<double> result{m, b.centre_is_first_moment ? b.centre.value : m * b.centre.value, axes_of_link};
  if (b.about == InertiaAbout::frame_origin) return result;
  // parallel-axis term; with a first moment the centre is h / m
  const Vector c = b.centre_is_first_moment && m != 0.0 ? (1.0 / m) * b.centre.value : b.centre.value;
  result.I = axes_of_link + m * point_inertia(c);
  return result;
}

bool same_content(const Description& a, const Description& b) {
  return a.name == b.name && a.source == b.source && a.links == b.links && a.joints == b.joints &&
         a.floating_base == b.floating_base && a.gravity == b.gravity && a.gravity_directions == b.gravity_directions &&
         a.meaning == b.meaning && a.payload == b.payload && a.transmission == b.transmission;
}

Result<Robot> assemble(const Description& description, const AssembleOptions& options) {
  return Assembler(description, options).run();
}

}  // namespace tauforge::robot
