// A description as a robot file. Defaults are left out, quarter turns and other short angles are
// written in degrees, everything else with as many digits as it takes to read back the same.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "tauforge/files/degrees.h"
#include "tauforge/files/number.h"
#include "tauforge/files/robot_toml.h"
#include "tauforge/files/toml_text.h"

namespace tauforge::files {

namespace {

using robot::Convention;
using robot::FrictionKind;
using robot::JointKind;
using robot::Tensor;
using robot::Vector;

std::string number(double value) {
  std::string text = number_text(value);
  // a bare "-0" or a long run of digits would be read as a whole number
  const bool whole = text.find_first_not_of("-0123456789") == std::string::npos;
  if (whole && (text == "-0" || text.size() > 15)) text += ".0";
  return text;
}
std::string list(std::initializer_list<double> values) {
  std::string text = "[";
  for (const double value : values) text += (text.size() > 1 ? ", " : "") + number(value);
  return text + "]";
}
std::string list(const std::vector<double>& values) {
  std::string text = "[";
  for (const double value : values) text += (text.size() > 1 ? ", " : "") + number(value);
  return text + "]";
}
std::string list(const Vector& v) { return list({v.x, v.y, v.z}); }
std::string list(const Tensor& t) { return list({t.xx, t.yy, t.zz, t.xy, t.yz, t.xz}); }

const char* name_of(Convention convention) {
  switch (convention) {
    case Convention::standard_dh: return "standard_dh";
    case Convention::modified_dh: return "modified_dh";
    case Convention::free: return "free";
  }
  return "free";
}
const char* name_of(JointKind kind) {
  switch (kind) {
    case JointKind::revolute: return "revolute";
    case JointKind::continuous: return "continuous";
    case JointKind::prismatic: return "prismatic";
    case JointKind::fixed: return "fixed";
  }
  return "fixed";
}
const char* name_of(FrictionKind kind) {
  switch (kind) {
    case FrictionKind::coulomb: return "coulomb";
    case FrictionKind::stribeck: return "stribeck";
    case FrictionKind::smooth: return "smooth";
  }
  return "coulomb";
}

class Writer {
 public:
  std::string write(const robot::Description& d) {
    line("schema", "1");
    line("name", toml_text(d.name));
    if (!d.source.empty()) line("source", toml_text(d.source));
    if (d.meaning == robot::Meaning::base) line("parameters", "\"base\"");
    if (d.floating_base) line("base", "\"floating\"");
    line("gravity", list(d.gravity));
    if (!d.gravity_directions.empty()) {
      std::string rows;
      for (const auto& v : d.gravity_directions) rows += (rows.empty() ? "" : ", ") + list(v);
      line("gravity_directions", "[" + rows + "]");
    }
    const Convention usual = d.joints.empty() ? Convention::free : d.joints.front().placement.convention;
    if (!d.joints.empty()) line("convention", fmt::format("\"{}\"", name_of(usual)));
    acknowledge(d.acknowledged);
    for (const auto& link : d.links) {
      header("[[link]]");
      line("name", toml_text(link.name.value));
      if (link.inertial) inertial(*link.inertial);
      acknowledge(link.acknowledged);
    }
    for (const auto& each : d.joints) joint(each, usual);
    if (d.payload) {
      header("[payload]");
      line("link", toml_text(d.payload->link.value));
      inertial(d.payload->inertial);
    }
    if (d.transmission) transmission(*d.transmission);
    return std::move(text_);
  }

 private:
  void header(std::string_view name) { text_ += fmt::format("\n{}\n", name); }
  void line(std::string_view key, std::string_view value) { text_ += fmt::format("{} = {}\n", key, value); }
  void number_unless(double usual, std::string_view key, double value) {
    if (value != usual) line(key, number(value));
  }
  void optional(std::string_view key, const std::optional<double>& value) {
    if (value) line(key, number(*value));
  }
  void acknowledge(const robot::Acknowledgements& all) {
    std::string entries;
    for (const auto& each : all)
      entries +=
          fmt::format("{}{} = {}", entries.empty() ? "" : ", ", toml_text(each.code.value), toml_text(each.reason));
    if (!entries.empty()) line("acknowledge", "{ " + entries + " }");
  }
  void angle(std::string_view key, double radians) {
    if (const auto degrees = short_degrees(radians))
      line(fmt::format("{}_deg", key), number(*degrees));
    else if (radians != 0.0)
      line(key, number(radians));
  }
  void angles(std::string_view key, const Vector& radians) {
    if (radians == Vector{}) return;
    Vector degrees;
    bool all_short = true;
    const auto convert = [&](double r) {
      const auto found = short_degrees(r);
      all_short = all_short && (found || r == 0.0);
      return found.value_or(0.0);
    };
    degrees = {convert(radians.x), convert(radians.y), convert(radians.z)};
    if (all_short)
      line(fmt::format("{}_deg", key), list(degrees));
    else
      line(key, list(radians));
  }

  void inertial(const robot::InertialDescription& b) {
    const char* centre = b.centre_is_first_moment ? "first_moment" : "centre";
    line("mass", number(b.mass.value));
    line(centre, list(b.centre.value));
    line("inertia", list(b.inertia.value));
    if (b.about == robot::InertiaAbout::frame_origin) line("inertia_about", "\"frame_origin\"");
    angles("rpy", b.rpy.value);
    optional("mass_tolerance", b.mass_tolerance);
    if (b.centre_tolerance) line(fmt::format("{}_tolerance", centre), list(*b.centre_tolerance));
    if (b.inertia_tolerance) line("inertia_tolerance", list(*b.inertia_tolerance));
  }

  void placement(const robot::JointDescription& joint) {
    const robot::Placement& p = joint.placement;
    if (p.convention == Convention::free) {
      if (!(p.xyz.value == Vector{})) line("xyz", list(p.xyz.value));
      angles("rpy", p.rpy.value);
      if (!(joint.axis.value == Vector{0.0, 0.0, 1.0})) line("axis", list(joint.axis.value));
      return;
    }
    angle("alpha", p.alpha.value);
    number_unless(0.0, "a", p.a.value);
    number_unless(0.0, "d", p.d.value);
    angle("theta", p.theta.value);
  }

  void joint(const robot::JointDescription& joint, Convention usual) {
    header("[[joint]]");
    line("name", toml_text(joint.name.value));
    line("type", fmt::format("\"{}\"", name_of(joint.kind)));
    line("parent", toml_text(joint.parent.value));
    line("child", toml_text(joint.child.value));
    if (joint.placement.convention != usual)
      line("convention", fmt::format("\"{}\"", name_of(joint.placement.convention)));
    placement(joint);
    acknowledge(joint.acknowledged);
    drive(joint.drive, "joint");
    if (!(joint.limits == robot::LimitsDescription{})) limits(joint.limits, joint.kind != JointKind::prismatic);
    if (joint.spring) {
      header("[joint.spring]");
      line("stiffness", number(joint.spring->stiffness));
      if (joint.kind != JointKind::prismatic)
        angle("rest", joint.spring->rest);
      else
        number_unless(0.0, "rest", joint.spring->rest);
    }
    if (const auto& c = joint.counterbalance) {
      header("[joint.counterbalance]");
      line("anchor", number(c->anchor));
      line("rod", number(c->rod));
      angle("angle", c->angle);
      optional("length", c->length);
      number_unless(0.0, "force", c->force);
      number_unless(0.0, "stiffness", c->stiffness);
    }
    if (joint.mimic) {
      header("[joint.mimic]");
      line("joint", toml_text(joint.mimic->joint.value));
      number_unless(1.0, "multiplier", joint.mimic->multiplier);
      number_unless(0.0, "offset", joint.mimic->offset);
    }
  }

  void drive(const robot::DriveDescription& d, std::string_view owner) {
    optional("motor_inertia", d.motor_inertia);
    optional("motor_inertia_tolerance", d.motor_inertia_tolerance);
    optional("rotor_inertia", d.rotor_inertia);
    optional("gear_ratio", d.gear_ratio);
    optional("drive_gain", d.gain);
    const robot::FrictionDescription& f = d.friction;
    if (f == robot::FrictionDescription{}) return;
    header(fmt::format("[{}.friction]", owner));
    if (f.kind != FrictionKind::coulomb) line("kind", fmt::format("\"{}\"", name_of(f.kind)));
    number_unless(0.0, "coulomb", f.coulomb);
    number_unless(0.0, "viscous", f.viscous);
    number_unless(0.0, "offset", f.offset);
    number_unless(0.0, "static_level", f.static_level);
    number_unless(1.0, "stribeck_velocity", f.stribeck_velocity);
    number_unless(1.0, "width", f.width);
    number_unless(0.0, "load", f.load);
    number_unless(0.0, "root", f.root);
    std::string rows;
    for (const auto& h : f.harmonics) rows += (rows.empty() ? "" : ", ") + list({h[0], h[1], h[2]});
    if (!rows.empty()) line("harmonics", "[" + rows + "]");
    if (!f.memory) return;
    header(fmt::format("[{}.friction.memory]", owner));
    line("distance", number(f.memory->distance));
    line("elastic", number(f.memory->elastic));
    number_unless(f.coulomb, "coulomb", f.memory->coulomb);
    number_unless(f.viscous, "viscous", f.memory->viscous);
    number_unless(f.offset, "offset", f.memory->offset);
    number_unless(f.load, "load", f.memory->load);
    number_unless(f.root, "root", f.memory->root);
    const bool stribeck = f.kind == FrictionKind::stribeck && f.memory->coulomb == f.coulomb;
    number_unless(stribeck ? f.static_level : f.memory->coulomb, "static_level", f.memory->static_level);
    number_unless(stribeck ? f.stribeck_velocity : 1.0, "stribeck_velocity", f.memory->stribeck_velocity);
  }

  void limits(const robot::LimitsDescription& l, bool turns) {
    header("[joint.limits]");
    const auto position = [&](std::string_view key, const std::optional<double>& value) {
      if (value && turns && *value != 0.0)
        angle(key, *value);
      else
        optional(key, value);
    };
    position("lower", l.lower);
    position("upper", l.upper);
    position("velocity", l.velocity);
    position("acceleration", l.acceleration);
    optional("torque", l.torque);
    optional("break_away_torque", l.break_away_torque);
    optional("torque_resolution", l.torque_resolution);
    optional("residual_torque", l.residual_torque);
  }

  void transmission(const robot::TransmissionDescription& t) {
    header("[transmission]");
    std::string names;
    for (const auto& name : t.drives) names += (names.empty() ? "" : ", ") + toml_text(name);
    line("drives", "[" + names + "]");
    text_ += "matrix = [\n";
    for (const auto& row : t.matrix) text_ += "  " + list(row) + ",\n";
    text_ += "]\n";
    if (!t.offset.empty()) line("offset", list(t.offset));
    for (const auto& each : t.drive) {
      header("[[transmission.drive]]");
      drive(each, "transmission.drive");
    }
  }

  std::string text_;
};

}  // namespace

std::string write_robot_toml(const robot::Description& description) { return Writer().write(description); }

}  // namespace tauforge::files
