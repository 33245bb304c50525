#include "tauforge/identify/parameter_names.h"

#include <fmt/format.h>

#include "tauforge/dynamics/regressor.h"

namespace tauforge::identify {

using dynamics::drive_columns;
using dynamics::inertial_columns;
using dynamics::moments_per_body;

namespace {

struct Letter {
  const char *letter, *meaning, *unit;
};
constexpr Letter of_link[] = {
    {"m", "mass", "kg"},    {"x", "mass times x", "kg m"}, {"y", "mass times y", "kg m"}, {"z", "mass times z", "kg m"},
    {"a", "Ixx", "kg m^2"}, {"b", "Iyy", "kg m^2"},        {"c", "Izz", "kg m^2"},        {"d", "Ixy", "kg m^2"},
    {"e", "Iyz", "kg m^2"}, {"f", "Ixz", "kg m^2"}};
constexpr Letter of_drive[] = {{"ia", "rotor inertia", "kg m^2"},
                               {"fs", "Coulomb friction", "N m"},
                               {"ds", "viscous friction", "N m s/rad"},
                               {"off", "constant torque", "N m"},
                               {"st", "static friction", "N m"}};

constexpr Letter of_cylinder[] = {{"cf", "force of the counterbalance", "N"},
                                  {"ck", "stiffness of the counterbalance", "N/m"}};
constexpr Letter of_spring = {"ks", "stiffness of the spring", "N m/rad"};

enum DriveColumn { rotor, coulomb, viscous, offset };

// Where the columns of drive j begin.
std::vector<Index> first_columns(const robot::Tree& tree) {
  std::vector<Index> first;
  Index column = inertial_columns(tree);
  for (const auto kind : tree.friction) {
    first.push_back(column);
    column += drive_columns(kind);
  }
  return first;
}

}  // namespace

std::vector<ParameterName> parameter_names(const robot::Robot& robot) {
  std::vector<ParameterName> names;
  const auto add_link = [&](const std::string& number, const std::string& link) {
    for (const Letter& l : of_link)
      names.push_back({l.letter + number, fmt::format("{} of {}", l.meaning, link), l.unit});
  };
  if (robot.tree.floating) add_link("0", robot.base_link);
  for (Index i : robot.tree.base_to_tip()) add_link(std::to_string(i + 1), robot.links[i]);
  for (Index j = 0; j < robot.tree.drives(); ++j)
    for (Index c = 0; c < drive_columns(robot.tree.friction[j]); ++c)
      names.push_back({of_drive[c].letter + std::to_string(j + 1),
                       fmt::format("{} of {}", of_drive[c].meaning, robot.drives[j]), of_drive[c].unit});
  for (const auto& [joint, kind] : robot.tree.springs) {
    const auto add = [&](const Letter& l, Index of) {
      const std::string& name = robot.joints[static_cast<std::size_t>(of)];
      names.push_back({l.letter + std::to_string(of + 1), fmt::format("{} of {}", l.meaning, name), l.unit});
    };
    if (kind == robot::SpringKind::torsion) add(of_spring, joint);
    if (kind == robot::SpringKind::counterbalance) add(of_cylinder[0], joint), add(of_cylinder[1], joint);
  }
  return names;
}

std::vector<Index> paper_order(const robot::Tree& tree, bool with_offsets) {
  const std::vector<Index> first = first_columns(tree);
  std::vector<Index> order;
  const auto of_every_drive = [&](Index which) {
    for (const Index column : first) order.push_back(column + which);
  };
  of_every_drive(rotor);
  for (Index body = inertial_columns(tree) / moments_per_body - 1; body >= 0; --body)
    for (Index m = 0; m < moments_per_body; ++m) order.push_back(body * moments_per_body + m);
  of_every_drive(coulomb), of_every_drive(viscous);
  for (std::size_t j = 0; j < first.size(); ++j)
    if (tree.friction[j] == robot::FrictionKind::stribeck) order.push_back(first[j] + 4);
  if (with_offsets) of_every_drive(offset);
  for (Index c = dynamics::first_spring_column(tree); c < dynamics::regressor_columns(tree); ++c) order.push_back(c);
  return order;
}

}  // namespace tauforge::identify
