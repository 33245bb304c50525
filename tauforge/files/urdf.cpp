#include "tauforge/files/urdf.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <pugixml.hpp>
#include <string>
#include <utility>

#include "tauforge/files/xacro.h"
#include "tauforge/files/xml_encoding.h"
#include "tauforge/files/xml_text.h"
#include "tauforge/files/xml_values.h"

namespace tauforge::files {

namespace {

using diagnostic::error;
using diagnostic::Findings;
using diagnostic::note;
using diagnostic::warning;
using robot::Description;
using robot::InertialDescription;
using robot::JointDescription;
using robot::JointKind;
using robot::LinkDescription;

// More links than any robot has; what follows is quadratic in their number.
constexpr std::size_t most_links = 2000;

class Reader {
 public:
  Reader(const SourceText& source, const XmlText& xml) : source_(source), xml_(xml), values_(xml) {}

  Result<Description> run() {
    const pugi::xml_node root = xml_.document().document_element();
    description_.format = robot::Format::urdf;
    description_.at = {source_, 0, 0, 1};
    read_name(root);
    // children of <robot> only: a <joint> inside <ros2_control> or <transmission> is something else
    for (const pugi::xml_node& node : root.children("link")) read_link(node);
    for (const pugi::xml_node& node : root.children("joint")) read_joint(node);
    values_.skip_others(root, {"link", "joint", "material"}, {"name", "version"});
    if (description_.links.size() > most_links || description_.joints.size() > most_links)
      values_.report(error(description_.at, "robot-too-large",
                           fmt::format("{} links and {} joints", description_.links.size(), description_.joints.size()),
                           fmt::format("at most {} of each are supported", most_links)));
    free_the_base();
    Findings findings = values_.finish();
    if (diagnostic::has_error(findings)) return findings;
    return {std::move(description_), std::move(findings)};
  }

 private:
  void read_name(const pugi::xml_node& root) {
    description_.name = root.attribute("name").value();
    if (!description_.name.empty()) return;
    description_.name = "robot";
    values_.report(warning(xml_.element(root), "robot-unnamed", "the robot has no name", "it is called 'robot'"));
  }

  void read_link(const pugi::xml_node& node) {
    LinkDescription link;
    link.name = values_.required_text(node, "name", "the robot");
    values_.skip_others(node, {"inertial", "visual", "collision"}, {"name", "type"});
    if (const pugi::xml_node inertial = values_.only_child(node, "inertial"))
      link.inertial = read_inertial(inertial, fmt::format("link '{}'", link.name.value));
    description_.links.push_back(std::move(link));
  }

  InertialDescription read_inertial(const pugi::xml_node& node, const std::string& owner) {
    InertialDescription inertial;
    inertial.mass.at = inertial.centre.at = inertial.inertia.at = inertial.rpy.at = xml_.element(node);
    values_.skip_others(node, {"origin", "mass", "inertia"}, {});
    read_origin(values_.only_child(node, "origin"), inertial.centre, inertial.rpy);
    if (const pugi::xml_node mass = values_.only_child(node, "mass")) {
      values_.skip_others(mass, {}, {"value"});
      inertial.mass = values_.required_number(mass, "value", owner);
    } else {
      values_.report(warning(xml_.element(node), "mass-missing", fmt::format("<inertial> of {} has no <mass>", owner),
                             "taken as 0 kg"));
    }
    const pugi::xml_node tensor = values_.only_child(node, "inertia");
    if (!tensor) {
      values_.report(warning(xml_.element(node), "inertia-missing",
                             fmt::format("<inertial> of {} has no <inertia>", owner), "taken as a point mass"));
      return inertial;
    }
    values_.skip_others(tensor, {}, {"ixx", "iyy", "izz", "ixy", "iyz", "ixz"});
    auto& I = inertial.inertia;
    I.at = xml_.element(tensor);
    std::string missing;
    const auto moment = [&](const char* name, double& to) {
      if (!tensor.attribute(name)) missing += fmt::format("{}{}", missing.empty() ? "" : ", ", name);
      if (const auto value = values_.number(tensor, name)) to = value->value;
    };
    moment("ixx", I.value.xx), moment("iyy", I.value.yy), moment("izz", I.value.zz);
    moment("ixy", I.value.xy), moment("iyz", I.value.yz), moment("ixz", I.value.xz);
    if (!missing.empty())
      values_.report(warning(xml_.element(tensor), "inertia-incomplete",
                             fmt::format("<inertia> of {} lacks {}", owner, missing), "taken as 0"));
    return inertial;
  }

  void read_origin(const pugi::xml_node& node, Located<Vector>& xyz, Located<Vector>& rpy) {
    if (!node) return;
    values_.skip_others(node, {}, {"xyz", "rpy"});
    xyz = values_.vector(node, "xyz").value_or(Located<Vector>{{}, xml_.element(node)});
    rpy = values_.vector(node, "rpy").value_or(Located<Vector>{{}, xml_.element(node)});
  }

  void read_joint(const pugi::xml_node& node) {
    JointDescription joint;
    joint.name = values_.required_text(node, "name", "the robot");
    const std::string owner = fmt::format("joint '{}'", joint.name.value);
    values_.skip_others(node, {"origin", "parent", "child", "axis", "limit", "dynamics", "mimic"}, {"name", "type"});
    joint.parent = link_of(node, "parent", owner);
    joint.child = link_of(node, "child", owner);
    joint.placement.xyz.at = joint.placement.rpy.at = xml_.element(node);
    read_origin(values_.only_child(node, "origin"), joint.placement.xyz, joint.placement.rpy);
    joint.axis = {{1.0, 0.0, 0.0}, xml_.element(node)};
    if (const pugi::xml_node axis = values_.only_child(node, "axis")) {
      values_.skip_others(axis, {}, {"xyz"});
      if (const auto xyz = values_.vector(axis, "xyz")) joint.axis = *xyz;
    }
    const Located<std::string> type = values_.required_text(node, "type", owner);
    if (!node.child("axis").attribute("xyz") && type.value != "floating" && type.value != "fixed")
      values_.report(note(xml_.element(node), "axis-missing", fmt::format("{} has no <axis xyz=...>", owner),
                          "taken as 1 0 0, as URDF has it"));
    if (type.value == "floating") {
      floating_.push_back(std::move(joint));
      return;
    }
    joint.kind = kind_of(type, owner);
    read_limits(node, joint, owner);
    read_friction(node, joint);
    read_mimic(node, joint, owner);
    description_.joints.push_back(std::move(joint));
  }

  Located<std::string> link_of(const pugi::xml_node& joint, const char* end, const std::string& owner) {
    if (const pugi::xml_node node = values_.only_child(joint, end)) {
      values_.skip_others(node, {}, {"link"});
      return values_.required_text(node, "link", owner);
    }
    values_.report(error(xml_.element(joint), "joint-end-missing", fmt::format("{} has no <{}>", owner, end),
                         fmt::format("write <{} link=\"...\"/>", end)));
    return {"", xml_.element(joint)};
  }

  JointKind kind_of(const Located<std::string>& type, const std::string& owner) {
    if (type.value == "revolute") return JointKind::revolute;
    if (type.value == "continuous") return JointKind::continuous;
    if (type.value == "prismatic") return JointKind::prismatic;
    if (type.value == "fixed" || type.value.empty()) return JointKind::fixed;
    const bool known = type.value == "planar" || type.value == "spherical" || type.value == "ball";
    values_.report(error(type.at, known ? "joint-type-unsupported" : "joint-type-unknown",
                         fmt::format("{} is of type '{}'", owner, type.value),
                         known ? "only joints with one freedom are supported: write it as joints in series"
                               : "revolute, continuous, prismatic or fixed"));
    return JointKind::fixed;
  }

  void read_limits(const pugi::xml_node& node, JointDescription& joint, const std::string& owner) {
    const pugi::xml_node limit = values_.only_child(node, "limit");
    const bool bounded = joint.kind == JointKind::revolute || joint.kind == JointKind::prismatic;
    if (!limit) {
      if (bounded)
        values_.report(note(xml_.element(node), "limit-missing", fmt::format("{} has no <limit>", owner),
                            "URDF asks for one; taken as without limits"));
      return;
    }
    values_.skip_others(limit, {}, {"lower", "upper", "effort", "velocity"});
    const auto set = [&](const char* name, std::optional<double>& to) {
      if (const auto value = values_.number(limit, name)) to = value->value;
    };
    auto& limits = joint.limits;
    limits.where.at = xml_.element(limit);
    set("lower", limits.lower), set("upper", limits.upper);
    set("effort", limits.torque), set("velocity", limits.velocity);
    // URDF demands both; 0 is what people write who do not know: a joint that cannot move needs no limit
    const auto ignore_zero = [&](const char* name, std::optional<double>& value) {
      if (value != 0.0) return;
      value.reset();
      values_.report(note(xml_.attribute(limit, name), "limit-zero-ignored",
                          fmt::format("{} has a limit {}=\"0\"", owner, name),
                          "taken as not known: without this limit"));
    };
    ignore_zero("effort", limits.torque), ignore_zero("velocity", limits.velocity);
    // URDF: an end that is not given is 0; when both are missing the joint is better taken as free
    if (!bounded || limits.lower.has_value() == limits.upper.has_value()) return;
    auto& missing = limits.lower ? limits.upper : limits.lower;
    values_.report(note(xml_.element(limit), "limit-assumed-zero",
                        fmt::format("{} has no {} limit", owner, limits.lower ? "upper" : "lower"),
                        "taken as 0, as URDF has it"));
    missing = 0.0;
  }

  void read_friction(const pugi::xml_node& node, JointDescription& joint) {
    const pugi::xml_node dynamics = values_.only_child(node, "dynamics");
    if (!dynamics) return;
    values_.skip_others(dynamics, {}, {"damping", "friction"});
    joint.drive.friction.where.at = xml_.element(dynamics);
    if (const auto damping = values_.number(dynamics, "damping")) joint.drive.friction.viscous = damping->value;
    if (const auto friction = values_.number(dynamics, "friction")) joint.drive.friction.coulomb = friction->value;
  }

  void read_mimic(const pugi::xml_node& node, JointDescription& joint, const std::string& owner) {
    const pugi::xml_node mimic = values_.only_child(node, "mimic");
    if (!mimic) return;
    values_.skip_others(mimic, {}, {"joint", "multiplier", "offset"});
    joint.mimic = robot::Mimic{values_.required_text(mimic, "joint", owner), 1.0, 0.0};
    if (const auto multiplier = values_.number(mimic, "multiplier")) joint.mimic->multiplier = multiplier->value;
    if (const auto offset = values_.number(mimic, "offset")) joint.mimic->offset = offset->value;
  }

  // One floating joint between an empty root 'world' and the rest means: the base is free.
  void free_the_base() {
    for (const JointDescription& joint : floating_) {
      const std::string& world = joint.parent.value;
      const auto touches_world = [&](const JointDescription& other) {
        return other.parent.value == world || other.child.value == world;
      };
      auto& links = description_.links;
      const auto link = std::find_if(links.begin(), links.end(), [&](const auto& l) { return l.name.value == world; });
      const bool empty = link == links.end() || !link->inertial;
      if (floating_.size() > 1 || !empty ||
          std::any_of(description_.joints.begin(), description_.joints.end(), touches_world)) {
        values_.report(error(joint.name.at, "joint-type-unsupported",
                             fmt::format("joint '{}' is of type 'floating'", joint.name.value),
                             "a floating joint is supported only between an empty root link and the whole robot"));
        continue;
      }
      if (link != links.end()) links.erase(link);
      description_.floating_base = true;
      values_.report(note(joint.name.at, "base-floating",
                          fmt::format("floating joint '{}' frees the base '{}'; its origin is not used",
                                      joint.name.value, joint.child.value)));
    }
  }

  SourceText source_;
  const XmlText& xml_;
  XmlValues values_;
  Description description_;
  std::vector<JointDescription> floating_;
};

}  // namespace

Result<Description> read_urdf(const SourceText& source) {
  XmlText xml(source);
  if (Findings found = xml.parse(); !found.empty()) return found;
  const pugi::xml_node root = xml.document().document_element();
  if (std::string_view(root.name()) != "robot")
    return error(xml.element(root), "urdf-root", fmt::format("the outermost element is <{}>, not <robot>", root.name()),
                 "a URDF file describes a robot in one <robot> element");
  Findings findings = find_unexpanded_xacro(xml);
  if (diagnostic::has_error(findings)) return findings;
  append(findings, encoding_notes(source));
  Result<Description> read = Reader(source, xml).run();
  append(findings, read.findings());
  if (!read) return findings;
  return {read.take(), std::move(findings)};
}

}  // namespace tauforge::files
