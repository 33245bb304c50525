#include "tauforge/cli/robot_summary.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <numbers>
#include <vector>

#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

using diagnostic::breaks;
using diagnostic::leaves;

namespace {

using robot::Description;
using robot::JointDescription;
using robot::JointKind;
using robot::Vector;

const char* kind_text(JointKind kind) {
  constexpr const char* names[] = {"revolute", "continuous", "prismatic", "fixed"};
  return names[static_cast<int>(kind)];
}

const char* format_word(robot::Format format) {
  constexpr const char* words[] = {"toml", "urdf", "specification"};
  return words[static_cast<int>(format)];
}

std::string vector_text(const Vector& v) {
  return fmt::format("{:.4g} {:.4g} {:.4g}", v.x + 0.0, v.y + 0.0, v.z + 0.0);
}

double degrees(double radians) { return radians * 180.0 / std::numbers::pi; }

std::string placement_text(const JointDescription& joint) {
  const robot::Placement& at = joint.placement;
  if (at.convention != robot::Convention::free)
    return fmt::format("{} DH: alpha {:.4g} deg, a {:.4g}, d {:.4g}, theta {:.4g} deg",
                       at.convention == robot::Convention::standard_dh ? "standard" : "modified",
                       degrees(at.alpha.value), at.a.value, at.d.value, degrees(at.theta.value));
  std::string text = "xyz " + vector_text(at.xyz.value);
  const Vector& rpy = at.rpy.value;
  if (rpy.x != 0.0 || rpy.y != 0.0 || rpy.z != 0.0) text += ", rpy " + vector_text(rpy);
  return text + ", axis " + vector_text(joint.axis.value);
}

std::string limits_text(const JointDescription& joint) {
  const auto& limits = joint.limits;
  const bool slides = joint.kind == JointKind::prismatic;
  std::vector<std::string> parts;
  if (limits.lower || limits.upper)
    parts.push_back(fmt::format("{} .. {} {}", limits.lower ? fmt::format("{:.4g}", *limits.lower) : "-inf",
                                limits.upper ? fmt::format("{:.4g}", *limits.upper) : "inf", slides ? "m" : "rad"));
  if (limits.velocity) parts.push_back(fmt::format("{:.4g} {}", *limits.velocity, slides ? "m/s" : "rad/s"));
  if (limits.torque) parts.push_back(fmt::format("{:.4g} {}", *limits.torque, slides ? "N" : "N m"));
  return fmt::format("{}", fmt::join(parts, ", "));
}

double total_mass(const Description& d) {
  double sum = 0;
  for (const auto& link : d.links) sum += link.inertial ? link.inertial->mass.value : 0.0;
  return sum;
}

int degrees_of_freedom(const files::Inspection& inspection) {
  return inspection.robot ? inspection.robot->tree.nv() : 0;
}

}  // namespace

std::string robot_summary(const files::Inspection& inspection, bool colour) {
  if (!inspection.description) return "";
  const Description& d = *inspection.description;
  const std::string name = printable(d.name);
  std::string out = fmt::format("{} ({}): ", name, files::to_text(d.format));
  int fixed = 0;
  for (const auto& joint : d.joints) fixed += joint.kind == JointKind::fixed;
  const bool floating = inspection.robot ? inspection.robot->tree.floating : d.floating_base;
  if (inspection.robot) out += fmt::format("{} degrees of freedom, ", degrees_of_freedom(inspection));
  out += fmt::format("{} base, {} links, {:.6g} kg", floating ? "floating" : "fixed", d.links.size(), total_mass(d));
  out = paragraph(out, "", "  ");
  if (out.starts_with(name)) out.replace(0, name.size(), painted(name, Colour::bold, colour));

  std::vector<std::vector<std::string>> joints = {{"joint", "type", "parent", "child", "placement", "limits"}};
  for (const auto& joint : d.joints)
    if (joint.kind != JointKind::fixed)
      joints.push_back({printable(joint.name.value),
                        joint.mimic ? fmt::format("{}, mimic", kind_text(joint.kind)) : kind_text(joint.kind),
                        printable(joint.parent.value), printable(joint.child.value), placement_text(joint),
                        limits_text(joint)});
  if (joints.size() > 1) out += table(joints, "  ", {{}, leaves(1), leaves(2), leaves(3), breaks, breaks});
  for (const auto& joint : d.joints) {
    const char* unit = joint.kind == JointKind::prismatic ? "N/m" : "N m/rad";
    if (joint.spring)
      out += fmt::format("  {}: spring of {:.6g} {}\n", printable(joint.name.value), joint.spring->stiffness, unit);
    if (const auto& c = joint.counterbalance)
      out += fmt::format("  {}: counterbalance of {:.6g} N and {:.6g} N/m\n", printable(joint.name.value), c->force,
                         c->stiffness);
  }
  if (fixed > 0) out += fmt::format("  and {} fixed joint{}\n", fixed, fixed == 1 ? "" : "s");

  std::vector<std::vector<std::string>> links = {{"link", "mass [kg]", "centre [m]"}};
  int bare = 0;
  for (const auto& link : d.links) {
    bare += !link.inertial;
    if (!link.inertial) continue;
    const auto& b = *link.inertial;
    links.push_back({printable(link.name.value), fmt::format("{:.6g}", b.mass.value),
                     vector_text(b.centre.value) + (b.centre_is_first_moment ? " (first moment, kg m)" : "")});
  }
  if (links.size() > 1) out += table(links, "  ", {{}, {}, breaks});
  if (bare > 0) out += fmt::format("  and {} link{} without inertia\n", bare, bare == 1 ? "" : "s");
  return out;
}

nlohmann::json robot_json(const files::Inspection& inspection) {
  if (!inspection.description) return nullptr;
  const Description& d = *inspection.description;
  const auto vector = [](const Vector& v) { return nlohmann::json::array({v.x, v.y, v.z}); };
  const auto optional = [](const std::optional<double>& x) { return x ? nlohmann::json(*x) : nlohmann::json(nullptr); };
  nlohmann::json joints = nlohmann::json::array(), links = nlohmann::json::array();
  for (const auto& joint : d.joints)
    joints.push_back({{"name", joint.name.value},
                      {"type", kind_text(joint.kind)},
                      {"parent", joint.parent.value},
                      {"child", joint.child.value},
                      {"placement", placement_text(joint)},
                      {"mimic", joint.mimic ? nlohmann::json(joint.mimic->joint.value) : nlohmann::json(nullptr)},
                      {"lower", optional(joint.limits.lower)},
                      {"upper", optional(joint.limits.upper)},
                      {"velocity", optional(joint.limits.velocity)},
                      {"torque", optional(joint.limits.torque)}});
  for (const auto& link : d.links) {
    nlohmann::json entry = {{"name", link.name.value}, {"mass", nullptr}, {"centre", nullptr}};
    if (link.inertial) {
      entry["mass"] = link.inertial->mass.value;
      entry[link.inertial->centre_is_first_moment ? "first_moment" : "centre"] = vector(link.inertial->centre.value);
    }
    links.push_back(entry);
  }
  return {{"name", d.name},
          {"format", format_word(d.format)},
          {"degrees_of_freedom",
           inspection.robot ? nlohmann::json(degrees_of_freedom(inspection)) : nlohmann::json(nullptr)},
          {"floating_base", inspection.robot ? inspection.robot->tree.floating : d.floating_base},
          {"total_mass", total_mass(d)},
          {"joints", joints},
          {"links", links}};
}

}  // namespace tauforge::cli
