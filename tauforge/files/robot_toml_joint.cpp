// [[joint]]: where it stands, how it moves, its limits, its drive.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "tauforge/diagnostic/did_you_mean.h"
#include "tauforge/files/number.h"
#include "tauforge/files/robot_toml_parts.h"

namespace tauforge::files {

namespace {

using robot::Convention;
using robot::FrictionKind;
using robot::JointDescription;
using robot::JointKind;

void read_type(TomlTable& table, JointDescription& joint) {
  constexpr const char* unsupported[] = {"spherical", "ball",        "planar", "floating",
                                         "universal", "cylindrical", "screw",  "helical"};
  constexpr std::pair<const char*, JointKind> supported[] = {{"revolute", JointKind::revolute},
                                                             {"continuous", JointKind::continuous},
                                                             {"prismatic", JointKind::prismatic},
                                                             {"fixed", JointKind::fixed}};
  const bool present = table.has("type");
  const auto type = table.text("type");
  if (!present)
    table.error(table.at(), "missing-key", fmt::format("{} has no 'type'", table.owner()),
                "type = \"revolute\", \"continuous\", \"prismatic\" or \"fixed\"");
  if (!type) return;
  std::vector<std::string> names;
  for (const auto& [name, kind] : supported) {
    names.emplace_back(name);
    if (type->value != name) continue;
    joint.kind = kind;
    return;
  }
  if (std::count(std::begin(unsupported), std::end(unsupported), type->value)) {
    table.error(type->at, "joint-type-unsupported",
                fmt::format("{} is of type \"{}\", which is not supported", table.owner(), type->value),
                type->value == "floating"
                    ? "for a free base write base = \"floating\" at the top of the file"
                    : "joints have one degree of freedom: build it from several, with massless links between");
    return;
  }
  const std::string guess = diagnostic::did_you_mean(type->value, names);
  table.error(type->at, "unknown-value", fmt::format("'type' of {} is \"{}\"", table.owner(), type->value),
              "one of \"revolute\", \"continuous\", \"prismatic\", \"fixed\"" + (guess.empty() ? "" : "; " + guess));
}

void read_placement(TomlTable& table, Convention file_convention, JointDescription& joint) {
  robot::Placement& p = joint.placement;
  p.convention = read_convention(table).value_or(file_convention);
  const Position at = table.at();
  const Located<double> zero{0.0, at};
  p.alpha = table.angle("alpha").value_or(zero);
  p.a = table.number("a").value_or(zero);
  p.d = table.number("d").value_or(zero);
  p.theta = table.angle("theta").value_or(zero);
  p.xyz = table.vector("xyz").value_or(Located<robot::Vector>{{}, at});
  p.rpy = table.angles("rpy").value_or(Located<robot::Vector>{{}, at});
  joint.axis = table.vector("axis").value_or(Located<robot::Vector>{{0.0, 0.0, 1.0}, at});
  if (p.convention == Convention::free) {
    for (const char* key : {"alpha", "alpha_deg", "a", "d", "theta", "theta_deg"})
      table.refuse(key, "is a Denavit-Hartenberg parameter, but the joint is placed freely",
                   "add convention = \"standard_dh\" or \"modified_dh\", to the joint or at the top of the file");
  } else {
    for (const char* key : {"xyz", "rpy", "rpy_deg", "axis"})
      table.refuse(key, "belongs to a freely placed joint, but this one has a Denavit-Hartenberg convention",
                   "use alpha, a, d, theta, or add convention = \"free\" to the joint");
  }
}

// Rows of a rate and the shares of its cosine and sine. Together they leave friction that brakes.
void read_harmonics(TomlTable& table, robot::FrictionDescription& f) {
  const auto rows = table.rows("harmonics", 3);
  if (!rows) return;
  double largest = 0.0;
  for (const auto& row : *rows) {
    f.harmonics.push_back({row[0], row[1], row[2]});
    largest += std::hypot(row[1], row[2]);
  }
  if (!(largest < 1.0))
    table.error(
        table.at("harmonics"), "harmonics-too-large",
        fmt::format("'harmonics' of {} change friction by up to {} of itself", table.owner(), number_text(largest)),
        "rows of [rate, cosine, sine] as shares of the friction, together below 1: friction brakes everywhere");
}

// What it leaves out is as without a memory.
robot::FrictionDescription::Memory read_memory(TomlTable& table, const robot::FrictionDescription& f) {
  robot::FrictionDescription::Memory m;
  m.coulomb = f.coulomb, m.viscous = f.viscous, m.offset = f.offset, m.load = f.load, m.root = f.root;
  const std::pair<const char*, double*> values[] = {
      {"distance", &m.distance}, {"elastic", &m.elastic}, {"coulomb", &m.coulomb}, {"viscous", &m.viscous},
      {"offset", &m.offset},     {"load", &m.load},       {"root", &m.root}};
  for (const auto& [key, value] : values)
    if (const auto found = table.number(key)) *value = found->value;
  const bool stribeck = f.kind == FrictionKind::stribeck && !table.has("coulomb");
  m.static_level = stribeck ? f.static_level : m.coulomb;
  if (stribeck) m.stribeck_velocity = f.stribeck_velocity;
  if (const auto found = table.number("static_level")) m.static_level = found->value;
  if (const auto found = table.number("stribeck_velocity")) m.stribeck_velocity = found->value;
  if (!(m.stribeck_velocity > 0.0))
    table.error(table.at("stribeck_velocity"), "not-positive",
                fmt::format("'stribeck_velocity' of {} is {}", table.owner(), number_text(m.stribeck_velocity)),
                "the speed is divided by it: it must be greater than zero [rad/s or m/s]");
  if (!table.has("distance") || !(m.distance > 0.0))
    table.error(table.at("distance"), "not-positive", fmt::format("{} needs a distance above zero", table.owner()),
                "over which friction gives way like a spring before it slides: distance = ... [rad or m]");
  if (!(m.elastic >= 0.0 && m.elastic < 1.0))
    table.error(table.at("elastic"), "elastic-outside",
                fmt::format("'elastic' of {} is {}", table.owner(), number_text(m.elastic)),
                "the share of the level up to which all of it springs back: from 0 to below 1");
  table.finish();
  return m;
}

robot::FrictionDescription read_friction(TomlTable& table) {
  robot::FrictionDescription f;
  f.where.at = table.at();
  if (const auto kind = table.choice<FrictionKind>(
          "kind",
          {{"coulomb", FrictionKind::coulomb}, {"stribeck", FrictionKind::stribeck}, {"smooth", FrictionKind::smooth}}))
    f.kind = *kind;
  const std::pair<const char*, double*> values[] = {{"coulomb", &f.coulomb},
                                                    {"viscous", &f.viscous},
                                                    {"offset", &f.offset},
                                                    {"static_level", &f.static_level},
                                                    {"stribeck_velocity", &f.stribeck_velocity},
                                                    {"width", &f.width},
                                                    {"load", &f.load},
                                                    {"root", &f.root}};
  for (const auto& [key, value] : values)
    if (const auto found = table.number(key)) *value = found->value;
  for (const auto& [key, value] : {values[4], values[5]})
    if (!(*value > 0.0))
      table.error(table.at(key), "not-positive",
                  fmt::format("'{}' of {} is {}", key, table.owner(), number_text(*value)),
                  "the speed is divided by it: it must be greater than zero [rad/s or m/s]");
  const auto without_effect = [&](const char* key, FrictionKind kind, const char* name) {
    if (table.has(key) && f.kind != kind)
      table.warning(table.at(key), "key-without-effect", fmt::format("'{}' of {} has no effect", key, table.owner()),
                    fmt::format("it belongs to kind = \"{}\"", name));
  };
  without_effect("static_level", FrictionKind::stribeck, "stribeck");
  without_effect("stribeck_velocity", FrictionKind::stribeck, "stribeck");
  without_effect("width", FrictionKind::smooth, "smooth");
  read_harmonics(table, f);
  if (auto memory = table.table("memory", "the memory of " + table.owner())) f.memory = read_memory(*memory, f);
  table.finish();
  return f;
}

robot::LimitsDescription read_limits(TomlTable& table, bool turns) {
  robot::LimitsDescription limits;
  limits.where.at = table.at();
  const std::pair<const char*, std::optional<double>*> motion[] = {{"lower", &limits.lower},
                                                                   {"upper", &limits.upper},
                                                                   {"velocity", &limits.velocity},
                                                                   {"acceleration", &limits.acceleration}};
  for (const auto& [key, value] : motion) {
    if (const auto found = table.angle(key)) *value = found->value;
    if (!turns)
      table.refuse((std::string(key) + "_deg").c_str(), "is an angle, but the joint does not turn",
                   fmt::format("use {} [m, m/s, m/s^2]", key));
  }
  const std::pair<const char*, std::optional<double>*> torques[] = {{"torque", &limits.torque},
                                                                    {"break_away_torque", &limits.break_away_torque},
                                                                    {"torque_resolution", &limits.torque_resolution},
                                                                    {"residual_torque", &limits.residual_torque}};
  for (const auto& [key, value] : torques)
    if (const auto found = table.number(key)) *value = found->value;
  table.finish();
  return limits;
}

robot::SpringDescription read_spring(TomlTable& table, bool turns) {
  robot::SpringDescription spring;
  spring.where.at = table.at();
  if (const auto found = table.number("stiffness"))
    spring.stiffness = found->value, spring.where.at = found->at;
  else if (!table.has("stiffness"))
    table.error(table.at(), "missing-key", fmt::format("{} has no 'stiffness'", table.owner()),
                "stiffness = ... [N m/rad, or N/m on a sliding joint]");
  if (const auto found = table.angle("rest")) spring.rest = found->value;
  if (!turns) table.refuse("rest_deg", "is an angle, but the joint does not turn", "use rest [m]");
  table.finish();
  return spring;
}

robot::CounterbalanceDescription read_counterbalance(TomlTable& table) {
  robot::CounterbalanceDescription c;
  c.where.at = table.at();
  const auto distance = [&](const char* key, double& value, const char* hint) {
    if (const auto found = table.number(key)) value = found->value;
    if (table.has(key) ? !(value > 0.0) : true)
      table.error(table.at(key), "not-positive", fmt::format("{} needs '{}' above zero", table.owner(), key), hint);
  };
  distance("anchor", c.anchor, "distance of the cylinder's fixed end from the joint's axis: anchor = ... [m]");
  distance("rod", c.rod, "distance of the cylinder's moved end from the joint's axis: rod = ... [m]");
  if (const auto found = table.angle("angle")) c.angle = found->value;
  if (const auto found = table.number("force")) c.force = found->value;
  if (const auto found = table.number("stiffness")) c.stiffness = found->value;
  if (table.has("length")) {
    double length = 0.0;
    distance("length", length, "of the cylinder, between its ends, where it pushes with 'force': length = ... [m]");
    c.length = length;
  }
  table.finish();
  return c;
}

}  // namespace

std::optional<Convention> read_convention(TomlTable& table) {
  return table.choice<Convention>(
      "convention",
      {{"standard_dh", Convention::standard_dh}, {"modified_dh", Convention::modified_dh}, {"free", Convention::free}});
}

robot::DriveDescription read_drive(TomlTable& table) {
  robot::DriveDescription drive;
  drive.where.at = table.at();
  const std::pair<const char*, std::optional<double>*> values[] = {
      {"motor_inertia", &drive.motor_inertia},
      {"motor_inertia_tolerance", &drive.motor_inertia_tolerance},
      {"rotor_inertia", &drive.rotor_inertia},
      {"gear_ratio", &drive.gear_ratio},
      {"drive_gain", &drive.gain}};
  for (const auto& [key, value] : values)
    if (const auto found = table.number(key)) {
      *value = found->value;
      if (value == &drive.motor_inertia || (value == &drive.rotor_inertia && !drive.motor_inertia))
        drive.where.at = found->at;
    }
  if (drive.gear_ratio == 0.0)
    table.warning(table.at("gear_ratio"), "gear-ratio-zero", fmt::format("gear ratio of {} is 0", table.owner()),
                  "motor turns per joint turn; 1 for a direct drive");
  if (auto friction = table.table("friction", "the friction of " + table.owner()))
    drive.friction = read_friction(*friction);
  return drive;
}

JointDescription read_joint(TomlTable& table, Convention file_convention) {
  JointDescription joint;
  joint.name = table.required_text("name", "each joint needs a name of its own: name = \"...\"");
  if (!joint.name.value.empty()) table.call(fmt::format("joint '{}'", joint.name.value));
  read_type(table, joint);
  joint.parent = table.required_text("parent", "the name of the link the joint stands on");
  joint.child = table.required_text("child", "the name of the link the joint moves");
  read_placement(table, file_convention, joint);
  joint.drive = read_drive(table);
  if (auto limits = table.table("limits", "the limits of " + table.owner()))
    joint.limits = read_limits(*limits, joint.kind != JointKind::prismatic);
  if (auto spring = table.table("spring", "the spring of " + table.owner()))
    joint.spring = read_spring(*spring, joint.kind != JointKind::prismatic);
  if (auto counterbalance = table.table("counterbalance", "the counterbalance of " + table.owner()))
    joint.counterbalance = read_counterbalance(*counterbalance);
  if (auto mimic = table.table("mimic", "the mimic of " + table.owner())) {
    robot::Mimic m;
    m.joint = mimic->required_text("joint", "the name of the joint that is followed");
    if (const auto multiplier = mimic->number("multiplier")) m.multiplier = multiplier->value;
    if (const auto offset = mimic->number("offset")) m.offset = offset->value;
    mimic->finish();
    joint.mimic = std::move(m);
  }
  joint.where.at = table.at();
  joint.acknowledged = read_acknowledgements(table);
  table.finish();
  return joint;
}

}  // namespace tauforge::files
