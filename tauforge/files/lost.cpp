#include "tauforge/files/lost.h"

#include <fmt/format.h>

#include <map>
#include <pugixml.hpp>
#include <set>
#include <string>

#include "tauforge/files/read_robot.h"
#include "tauforge/files/xml_text.h"

namespace tauforge::files {

namespace {

using diagnostic::Findings;
using robot::Convention;
using robot::Description;
using robot::Format;
using robot::JointKind;

constexpr const char* torques_change = "without it torques change";

class Losses {
 public:
  Losses(Format format, const Description& description, Findings& lost)
      : format_(format), d_(description), lost_(lost) {}

  Description run() {
    if (format_ == Format::toml) return d_;
    if (format_ == Format::urdf) of_urdf();
    if (format_ == Format::specification) of_specification();
    of_both();
    return std::move(d_);
  }

 private:
  void lose(bool when, const char* code, const std::string& what, const char* hint = "",
            const diagnostic::Position* at = nullptr) {
    if (!when) return;
    lost_.push_back(diagnostic::warning(at && at->source ? *at : d_.at, code,
                                        fmt::format("a {} cannot say {}", to_text(format_), what), hint));
  }
  template <class Test> bool any_joint(Test test) const {
    for (const auto& joint : d_.joints)
      if (test(joint)) return true;
    return false;
  }

  void of_both() {
    lose(!d_.gravity_directions.empty(), "lost-gravity-directions", "for which directions of gravity it holds");
    lose(any_joint([](const auto& j) { return j.drive.gear_ratio || j.drive.gain; }), "lost-gears",
         "gear ratios and gains of drives");
    bool tolerances = any_joint([](const auto& j) { return j.drive.motor_inertia_tolerance.has_value(); });
    bool acknowledged = !d_.acknowledged.empty() || any_joint([](const auto& j) { return !j.acknowledged.empty(); });
    for (const auto& link : d_.links) {
      acknowledged = acknowledged || !link.acknowledged.empty();
      if (const auto& b = link.inertial)
        tolerances = tolerances || b->mass_tolerance || b->centre_tolerance || b->inertia_tolerance;
    }
    lose(tolerances, "lost-tolerances", "tolerances");
    lose(acknowledged, "lost-acknowledgements", "which findings are acknowledged");
    for (auto& joint : d_.joints) {
      auto& friction = joint.drive.friction;
      const bool offset = format_ == Format::urdf && friction.offset != 0.0;
      const bool grows = friction.load != 0.0 || friction.root != 0.0 || friction.memory;
      lose(friction.kind != robot::FrictionKind::coulomb || offset || grows || !friction.harmonics.empty(),
           "lost-friction", fmt::format("the friction of joint '{}' beyond Coulomb and viscous", joint.name.value),
           torques_change, &joint.name.at);
      friction.kind = robot::FrictionKind::coulomb, friction.harmonics.clear();
      friction.load = friction.root = 0.0, friction.memory.reset();
      if (offset) friction.offset = 0.0;
      lose(joint.spring.has_value(), "lost-spring", fmt::format("the spring of joint '{}'", joint.name.value),
           torques_change, &joint.name.at);
      lose(joint.counterbalance.has_value(), "lost-counterbalance",
           fmt::format("the counterbalance of joint '{}'", joint.name.value), torques_change, &joint.name.at);
      joint.spring.reset(), joint.counterbalance.reset();
    }
  }

  void of_urdf() {
    lose(!(d_.gravity == robot::Vector{0.0, 0.0, -9.81}), "lost-gravity", "a gravity that is not (0, 0, -9.81)",
         torques_change);
    lose(d_.meaning == robot::Meaning::base, "lost-meaning", "that its parameters are base parameters");
    lose(d_.payload.has_value(), "lost-payload", "that a load is a payload: it is a link on a fixed joint");
    lose(d_.transmission.has_value(), "lost-transmission", "a transmission matrix",
         "the coordinates become those of the joints, each with a drive of its own");
    d_.gravity = {0.0, 0.0, -9.81};
    d_.transmission.reset();
    const auto has_motor = [](const robot::JointDescription& j) {
      return j.drive.motor_inertia.value_or(0.0) != 0.0 || j.drive.rotor_inertia.value_or(0.0) != 0.0;
    };
    lose(any_joint(has_motor), "lost-motor-inertia", "motor inertia", torques_change);
    for (auto& joint : d_.joints) joint.drive.motor_inertia.reset(), joint.drive.rotor_inertia.reset();
    lose(any_joint([](const auto& j) {
           return j.limits.acceleration || j.limits.break_away_torque || j.limits.torque_resolution ||
                  j.limits.residual_torque;
         }),
         "lost-limits", "limits of acceleration, break-away torque, torque resolution, residual torque");
    lose(any_joint([](const auto& j) {
           return j.placement.convention == Convention::standard_dh && j.kind != JointKind::fixed;
         }),
         "lost-frames", "link frames away from the joint's axis: they are moved onto it");
  }

  void of_specification() {
    lose(d_.meaning == robot::Meaning::physical, "lost-meaning",
         "that its parameters are physical: they will read back as base parameters");
    lose(d_.payload.has_value(), "lost-payload", "that a load is a payload: it is part of its link");
    std::set<std::string> children;
    for (const auto& joint : d_.joints) children.insert(joint.child.value);
    for (const auto& link : d_.links)
      lose(link.inertial && !children.count(link.name.value), "lost-base-inertia",
           fmt::format("the inertia of the base '{}', which does not move", link.name.value), "", &link.name.at);
    std::size_t number = 0;
    bool names = false;
    for (auto& joint : d_.joints) {
      if (joint.kind == JointKind::fixed) continue;
      ++number;
      names = names || joint.name.value != fmt::format("joint{}", number) ||
              joint.child.value != fmt::format("link{}", number);
      lose(joint.mimic.has_value(), "lost-coupling",
           fmt::format("that joint '{}' mimics another: it moves by itself", joint.name.value), "", &joint.name.at);
      joint.mimic.reset();
    }
    lose(names, "lost-names", "the names of joints and links");
    lose(any_joint([](const auto& j) { return j.kind == JointKind::fixed; }), "lost-frames",
         "fixed joints: what they hold is part of the link before them");
    lose(any_joint([](const auto& j) { return !(j.limits == robot::LimitsDescription{}); }), "lost-limits",
         "the limits of the joints");
  }

  Format format_;
  Description d_;
  Findings& lost_;
};

}  // namespace

Description held_by(Format format, const Description& description, Findings& lost) {
  return Losses(format, description, lost).run();
}

Findings lost_in_reading(const Description& description) {
  const SourceText& source = description.at.source;
  if (description.format != Format::urdf || !source) return {};
  XmlText xml(source);
  if (!xml.parse().empty()) return {};
  struct Seen {
    int times = 0;
    diagnostic::Position first;
  };
  std::map<std::string, Seen> shapes, others;
  const auto see = [&](std::map<std::string, Seen>& where, const pugi::xml_node& node) {
    Seen& seen = where[node.name()];
    if (seen.times++ == 0) seen.first = xml.element(node);
  };
  for (const pugi::xml_node& node : xml.document().document_element().children()) {
    const std::string name = node.name();
    if (node.type() != pugi::node_element) continue;
    if (name == "link") {
      for (const pugi::xml_node& part : node.children())
        if (const std::string what = part.name(); what == "visual" || what == "collision") see(shapes, part);
    } else if (name != "joint") {
      see(name == "material" ? shapes : others, node);
    }
  }
  Findings lost;
  const auto report = [&](const std::map<std::string, Seen>& all, const char* code, const char* hint) {
    std::string names;
    for (const auto& [name, seen] : all) names += fmt::format("{}{} <{}>", names.empty() ? "" : ", ", seen.times, name);
    if (!all.empty())
      lost.push_back(diagnostic::warning(all.begin()->second.first, code, names + " not carried over", hint));
  };
  report(shapes, "lost-shapes", "only what moves is read: bodies, joints and their limits");
  report(others, "lost-elements", "they belong to simulators, drivers and sensors");
  return lost;
}

}  // namespace tauforge::files
