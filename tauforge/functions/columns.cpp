#include "tauforge/functions/columns.h"

#include <fmt/format.h>

#include <algorithm>

#include "tauforge/dynamics/regressor.h"

namespace tauforge::functions {

using dynamics::Index;

namespace {

constexpr const char* base_pose[] = {"base_x", "base_y", "base_z", "base_qx", "base_qy", "base_qz", "base_qw"};
constexpr const char* base_velocity[] = {"base_vx", "base_vy", "base_vz", "base_wx", "base_wy", "base_wz"};
constexpr const char* base_acceleration[] = {"base_ax", "base_ay", "base_az", "base_alx", "base_aly", "base_alz"};
constexpr const char* wrench_parts[] = {"fx", "fy", "fz", "nx", "ny", "nz"};
constexpr const char* moment_names[] = {"m", "x", "y", "z", "xx", "yy", "zz", "xy", "yz", "xz"};
constexpr const char* drive_names[] = {"inertia", "coulomb", "viscous", "offset", "static_level"};

void add_per_drive(const robot::Robot& robot, const char* letter, std::vector<InputColumn>& columns) {
  for (std::size_t j = 0; j < robot.drives.size(); ++j)
    columns.push_back({fmt::format("{}:{}", letter, robot.drives[j]), fmt::format("{}{}", letter, j + 1)});
}

void add_all(std::span<const char* const> names, std::vector<InputColumn>& columns) {
  for (const char* name : names) columns.push_back({name, ""});
}

void add_wrenches(const robot::Robot& robot, std::vector<InputColumn>& columns) {
  for (const auto& frame : robot.frames)
    for (const char* part : wrench_parts) columns.push_back({fmt::format("{}:{}", part, frame.name), "", true});
}

// Rows of a result: a floating base first, then drives.
std::vector<std::string> row_names(const robot::Robot& robot, const char* letter, std::span<const char* const> base) {
  std::vector<std::string> rows;
  if (robot.tree.floating)
    for (const char* name : base) rows.emplace_back(name);
  for (const auto& drive : robot.drives) rows.push_back(fmt::format("{}:{}", letter, drive));
  return rows;
}

std::vector<std::string> torque_names(const robot::Robot& robot, const char* letter) {
  std::vector<std::string> base;
  std::vector<const char*> pointers;
  for (const char* part : wrench_parts) base.push_back(fmt::format("{}_base_{}", letter, part));
  for (const auto& name : base) pointers.push_back(name.c_str());
  return row_names(robot, letter, pointers);
}

// Coordinates by bare name: base_vx ... for the base, then drives.
std::vector<std::string> coordinate_names(const robot::Robot& robot) {
  std::vector<std::string> names;
  if (robot.tree.floating)
    for (const char* name : base_velocity) names.emplace_back(name);
  for (const auto& drive : robot.drives) names.push_back(drive);
  return names;
}

std::vector<std::string> parameter_columns(const robot::Robot& robot, bool bodies_alone) {
  std::vector<std::string> columns;
  const auto add_body = [&](const std::string& link) {
    for (const char* moment : moment_names) columns.push_back(fmt::format("{}:{}", link, moment));
  };
  if (robot.tree.floating) add_body(robot.base_link);
  for (const auto& link : robot.links) add_body(link);
  for (std::size_t j = 0; !bodies_alone && j < robot.drives.size(); ++j)
    for (Index c = 0; c < dynamics::drive_columns(robot.tree.friction[j]); ++c)
      columns.push_back(fmt::format("{}:{}", robot.drives[j], drive_names[c]));
  for (std::size_t k = 0; !bodies_alone && k < robot.tree.springs.size(); ++k) {
    const auto& [joint, kind] = robot.tree.springs[k];
    const std::string& name = robot.joints[static_cast<std::size_t>(joint)];
    const bool cylinder = kind == robot::SpringKind::counterbalance;
    if (cylinder) columns.push_back(fmt::format("{}:counterbalance_force", name));
    columns.push_back(fmt::format("{}:{}_stiffness", name, cylinder ? "counterbalance" : "spring"));
  }
  return columns;
}

std::vector<std::string> products(const char* letter, const std::vector<std::string>& rows,
                                  const std::vector<std::string>& columns) {
  std::vector<std::string> names;
  for (const auto& row : rows)
    for (const auto& column : columns) names.push_back(fmt::format("{}:{}:{}", letter, row, column));
  return names;
}

// The upper triangle: of a symmetric matrix one is enough.
std::vector<std::string> symmetric_products(const char* letter, const std::vector<std::string>& coordinates) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < coordinates.size(); ++i)
    for (std::size_t j = i; j < coordinates.size(); ++j)
      names.push_back(fmt::format("{}:{}:{}", letter, coordinates[i], coordinates[j]));
  return names;
}

std::vector<std::string> pose_columns(const std::vector<robot::Frame>& frames) {
  std::vector<std::string> names;
  for (const auto& frame : frames)
    for (const char* part : {"x", "y", "z", "qx", "qy", "qz", "qw"})
      names.push_back(fmt::format("{}:{}", part, frame.name));
  return names;
}

std::vector<std::string> of_base_parameters(const std::vector<std::string>& parameters, const Choices& choices) {
  std::vector<std::string> names;
  for (const Index c : choices.base_columns)
    if (c < std::ssize(parameters)) names.push_back(parameters[c]);
  return names;
}

std::vector<std::string> columns_of(const robot::Robot& robot, const ResultInfo& result, const Choices& choices) {
  switch (result.shape) {
    case Shape::forces: return torque_names(robot, result.column);
    case Shape::accelerations: return row_names(robot, result.column, base_acceleration);
    case Shape::symmetric: return symmetric_products(result.column, coordinate_names(robot));
    case Shape::square: return products(result.column, coordinate_names(robot), coordinate_names(robot));
    case Shape::regressor:
      return products(result.column, coordinate_names(robot), parameter_columns(robot, choices.bodies_alone));
    case Shape::base_regressor:
      return products(result.column, coordinate_names(robot),
                      of_base_parameters(parameter_columns(robot, choices.bodies_alone), choices));
    case Shape::poses: return pose_columns(choices.frames);
    case Shape::jacobian: return products(result.column, {"vx", "vy", "vz", "wx", "wy", "wz"}, coordinate_names(robot));
  }
  return {};
}

}  // namespace

std::vector<InputColumn> input_columns(const robot::Robot& robot, const Reads& reads) {
  std::vector<InputColumn> columns;
  add_per_drive(robot, "q", columns);
  if (reads.velocity) add_per_drive(robot, "qd", columns);
  if (reads.acceleration) add_per_drive(robot, "qdd", columns);
  if (robot.tree.floating) {
    add_all(base_pose, columns);
    if (reads.velocity) add_all(base_velocity, columns);
    if (reads.acceleration) add_all(base_acceleration, columns);
  }
  if (reads.wrench) add_wrenches(robot, columns);
  if (!reads.torque) return columns;
  if (robot.tree.floating)  // a free base feels no force of its own
    for (const char* part : wrench_parts) columns.push_back({fmt::format("tau_base_{}", part), "", true});
  add_per_drive(robot, "tau", columns);
  return columns;
}

std::vector<InputColumn> state_columns(const robot::Robot& robot) {
  return input_columns(robot, {.velocity = true, .acceleration = true, .torque = true});
}

bool looks_like_an_input(const std::string& name) {
  if (name.starts_with("base_") || name.starts_with("tau_base_")) return true;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (const char* letter : {"q", "qd", "qdd", "tau"}) {
    if (!name.starts_with(letter)) continue;
    const std::string rest = name.substr(std::char_traits<char>::length(letter));
    if (rest.starts_with(':') || (!rest.empty() && std::all_of(rest.begin(), rest.end(), is_digit))) return true;
  }
  return name.size() > 2 && (name[0] == 'f' || name[0] == 'n') && name[1] >= 'x' && name[1] <= 'z' && name[2] == ':';
}

std::vector<std::string> output_columns(const robot::Robot& robot, Function function, const Choices& choices) {
  std::vector<std::string> names;
  for (const ResultInfo& result : info(function).results)
    for (std::string& name : columns_of(robot, result, choices)) names.push_back(std::move(name));
  return names;
}

}  // namespace tauforge::functions
