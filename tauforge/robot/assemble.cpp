#include "tauforge/robot/assemble.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

#include "tauforge/robot/joint_axis.h"
#include "tauforge/robot/moments.h"
#include "tauforge/robot/springs.h"

namespace tauforge::robot {

namespace {

using diagnostic::error;
using diagnostic::note;
using diagnostic::warning;

class Assembler {
 public:
  Assembler(const Description& description, const AssembleOptions& options) : d_(description), options_(options) {}

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
    couple(d_, moving_, options_.mimic, robot_, findings_);
    if (diagnostic::has_error(findings_)) return findings_;
    return Result<Robot>(std::move(robot_), std::move(findings_));
  }

 private:
  bool index_links() {
    for (const auto& link : d_.links) {
      const bool fresh = links_.emplace(link.name.value, &link).second;
      if (!fresh)
        findings_.push_back(error(link.name.at, "link-twice",
                                  fmt::format("link '{}' is defined twice", link.name.value),
                                  "each link needs a name of its own"));
    }
    if (links_.empty()) findings_.push_back(error(d_.at, "no-link", fmt::format("robot '{}' has no link", d_.name)));
    return !diagnostic::has_error(findings_);
  }

  bool index_joints() {
    std::set<std::string> names;
    std::map<std::string, const JointDescription*> moved_by;
    for (const auto& joint : d_.joints) {
      if (!names.insert(joint.name.value).second)
        findings_.push_back(error(joint.name.at, "joint-twice",
                                  fmt::format("joint '{}' is defined twice", joint.name.value),
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
    findings_.push_back(
        warning(end.at, "link-undeclared",
                fmt::format("joint '{}' names link '{}', which the file does not define", joint.name.value, end.value),
                "taken as a link without mass"));
    links_.emplace(end.value, nullptr);
  }

  void report_unreached() {
    for (const auto& [name, link] : links_)
      if (!frame_of_.count(name))
        findings_.push_back(error(position_of(name), "link-unreachable",
                                  fmt::format("link '{}' is not connected to the base '{}'", name, root_),
                                  "its joints form a loop among themselves"));
  }

  // The link becomes part of a body: its frame is noted, its moments are added.
  void place_link(const std::string& name, Index body, const Pose<double>& X) {
    frame_of_.emplace(name, robot_.frames.size());
    robot_.frames.push_back({name, body, X});
    const LinkDescription* link = links_.at(name);
    if (link && link->inertial) add_moments(body, moved(X, moments(*link->inertial)));
  }

  void add_moments(Index body, const Inertia<double>& more) {
    Inertia<double>& to =
        body == Tree::base ? robot_.parameters.base : robot_.parameters.body[static_cast<std::size_t>(body)];
    to = to + more;
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
    const Frame parent = robot_.frames[frame_of_.at(joint.parent.value)];
    const JointAxis axis = joint_axis(joint, options_.exact_within, findings_);
    const Pose<double> X_joint = parent.X * axis.before;
    if (joint.kind == JointKind::fixed) {
      findings_.push_back(note(joint.name.at, "fixed-joint-lumped",
                               fmt::format("fixed joint '{}': link '{}' is lumped into '{}'", joint.name.value,
                                           joint.child.value, joint.parent.value)));
      place_link(joint.child.value, parent.body, X_joint * axis.after);
      if (joint.spring) ignore_spring(joint, "spring", joint.spring->where.at);
      if (joint.counterbalance) ignore_spring(joint, "counterbalance", joint.counterbalance->where.at);
      return;
    }
    const bool prismatic = joint.kind == JointKind::prismatic;
    const Index i = robot_.tree.add(prismatic ? JointType::prismatic : JointType::revolute, parent.body);
    auto& par = robot_.parameters;
    par.placement.push_back(X_joint);
    par.offset.push_back(axis.offset);
    par.body.emplace_back();
    par.link_frame.push_back(axis.after);
    robot_.joints.push_back(joint.name.value);
    robot_.links.push_back(joint.child.value);
    robot_.limits.push_back(joint.limits);
    if (auto& limits = robot_.limits.back(); joint.kind == JointKind::continuous && (limits.lower || limits.upper)) {
      limits.lower.reset(), limits.upper.reset();  // URDF has them ignored; some exporters write 0 .. 0
      findings_.push_back(
          note(joint.name.at, "limit-of-continuous",
               fmt::format("continuous joint '{}' has limits of position: they are not used", joint.name.value),
               "a joint that has ends is revolute"));
    }
    moving_.push_back(&joint);
    place_link(joint.child.value, i, axis.after);
    add_springs(joint, i, robot_, findings_);
  }

  void ignore_spring(const JointDescription& joint, const char* what, const Position& at) {
    findings_.push_back(warning(at.source ? at : joint.name.at, "key-without-effect",
                                fmt::format("'{}' of joint '{}' has no effect", what, joint.name.value),
                                "the joint is fixed: it neither turns nor slides"));
  }

  void add_payload() {
    if (!d_.payload) return;
    const auto found = frame_of_.find(d_.payload->link.value);
    if (found == frame_of_.end()) {
      findings_.push_back(error(d_.payload->link.at, "payload-link-unknown",
                                fmt::format("the payload's link '{}' does not exist", d_.payload->link.value)));
      return;
    }
    const Frame& frame = robot_.frames[found->second];
    add_moments(frame.body, moved(frame.X, moments(d_.payload->inertial)));
  }

  const Description& d_;
  const AssembleOptions& options_;
  Robot robot_;
  Findings findings_;
  std::string root_;
  std::map<std::string, const LinkDescription*> links_;  // null: named by a joint only
  std::map<std::string, std::vector<const JointDescription*>> children_;
  std::map<std::string, std::size_t> frame_of_;  // index in robot_.frames of a link
  std::vector<const JointDescription*> moving_;  // in the order of the bodies
};

}  // namespace

Result<Robot> assemble(const Description& description, const AssembleOptions& options) {
  return Assembler(description, options).run();
}

}  // namespace tauforge::robot
