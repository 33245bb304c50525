#include "tauforge/identify/possible_model.h"

#include <algorithm>
#include <cmath>

#include "tauforge/dynamics/regressor.h"
#include "tauforge/identify/robot_parameters.h"

namespace tauforge::identify {

namespace {

// The Coulomb column of a drive.
Index coulomb_column(const robot::Tree& tree, Index drive) {
  Index column = dynamics::inertial_columns(tree) + 1;
  for (Index j = 0; j < drive; ++j) column += dynamics::drive_columns(tree.friction[j]);
  return column;
}

// A column of the identified model as a combination of the regressor's: what dropped parameters add to a kept one.
std::vector<Share> combination_of(const robot::Tree& tree, const BaseParameters& base, const ModelColumn& column) {
  if (column.kind == ModelColumn::Kind::friction) return {{coulomb_column(tree, column.drive), 1.0}};
  std::vector<Share> all{{column.regressor, 1.0}};
  for (const auto& dropped : base.dropped)
    for (const Share& share : dropped.shares)
      if (share.kept == column.regressor) all.push_back({dropped.column, share.coefficient});
  return all;
}

constexpr double firmly = 1e3;

double largest_entry(const Evidence& e) {
  double largest = 1.0;
  for (const double value : e.A) largest = std::max(largest, std::abs(value));
  return largest;
}

Evidence evidence_of(const robot::Robot& robot, const Identification& found) {
  const std::size_t width = dynamics::regressor_columns(robot.tree);
  const std::size_t columns = found.evidence_columns.size(), rows = found.evidence_b.size();
  Evidence e;
  e.A.assign(rows * width, 0.0);
  e.b = found.evidence_b;
  for (std::size_t c = 0; c < columns; ++c) {
    const ModelColumn& column = found.evidence_columns[c];
    const auto add = [&](Index to, double coefficient) {
      for (std::size_t r = 0; r < rows; ++r) e.A[r * width + to] += coefficient * found.evidence_A[r * columns + c];
    };
    if (column.kind == ModelColumn::Kind::friction && column.part != FrictionPart::level) {  // stays as it was found
      for (std::size_t r = 0; r < rows; ++r) e.b[r] -= found.full.values[c] * found.evidence_A[r * columns + c];
      continue;
    }
    const std::vector<Share> combination = combination_of(robot.tree, found.base, column);
    for (const Share& share : combination) add(share.kept, share.coefficient);
    if (found.evidence_held[c] > 0.0) e.held.push_back({combination, found.evidence_held[c]});
  }
  // Springs that no motion tells from first moments stay as the file has them: bodies take what is measured of both.
  for (const DroppedColumn& dropped : found.base.dropped)
    if (dropped.column >= dynamics::first_spring_column(robot.tree))
      e.held.push_back({{{dropped.column, 1.0}}, firmly * largest_entry(e)});
  return e;
}

// Numbers of drives are pulled to the file as in the fit of the full model; the fit of bodies does so with bodies.
void hold_to_file(const robot::Robot& robot, const Identification& found, Evidence& e) {
  const PriorUse& prior = found.prior;
  const double root = std::sqrt(prior.strength);
  for (std::size_t j = 0; j < prior.friction_scales.size(); ++j)
    e.held.push_back({{{coulomb_column(robot.tree, static_cast<Index>(j)), 1.0}}, root / prior.friction_scales[j]});
  const auto of_friction = [&](Index c) {
    for (Index j = 0; j < robot.tree.drives(); ++j)
      if (c == coulomb_column(robot.tree, j)) return true;
    return false;
  };
  for (std::size_t c = 0; c < prior.scales.size(); ++c)
    if (const auto column = static_cast<Index>(c); prior.scales[c] > 0.0 && !of_friction(column))
      e.held.push_back({{{column, 1.0}}, root / prior.scales[c]});
}

// The shapes, and what grows in the model; levels are there already. Without a memory the same levels are taken: the best
// ones are for memoryless.h.
void set_friction(const std::vector<FrictionShape>& shapes, const TorqueModel& model, robot::Robot& robot) {
  for (auto& drive : robot.parameters.drive) drive.growth.reset(), drive.memory.reset();
  const auto value_of = [&](std::size_t j, FrictionPart part) {
    for (std::size_t c = 0; c < model.columns.size(); ++c) {
      const ModelColumn& column = model.columns[c];
      const bool own = column.kind == ModelColumn::Kind::friction && column.drive == static_cast<Index>(j);
      if (own && column.part == part) return model.values[c];
    }
    return 0.0;
  };
  robot.tree.loaded_friction = false;
  for (std::size_t j = 0; j < shapes.size(); ++j) {
    robot::Drive<double>& drive = robot.parameters.drive[j];
    const robot::FrictionGrowth<double> growth{value_of(j, FrictionPart::load), value_of(j, FrictionPart::root)};
    if (growth.load != 0.0 || growth.root != 0.0) drive.growth = growth;
    if (shapes[j].form == FrictionForm::presliding && (drive.coulomb != 0.0 || drive.growth))
      drive.memory = {shapes[j].width, elastic_share, drive.coulomb, drive.viscous,
                      drive.offset,    growth,        drive.coulomb, 1.0};
    robot.tree.loaded_friction |= drive.growth || drive.memory;
    const double at_rest = value_of(j, FrictionPart::rest);
    robot.tree.friction[j] = robot::FrictionKind::coulomb;
    if (shapes[j].form == FrictionForm::smooth)
      robot.tree.friction[j] = robot::FrictionKind::smooth, drive.width = shapes[j].width;
    drive.static_level = 0.0, drive.stribeck_velocity = 1.0;
    if (shapes[j].form == FrictionForm::stribeck && at_rest != 0.0) {
      robot.tree.friction[j] = robot::FrictionKind::stribeck;
      drive.static_level = drive.coulomb + at_rest, drive.stribeck_velocity = shapes[j].width;
    }
  }
}

}  // namespace

PossibleRobot possible_robot(const robot::Robot& prior, const Identification& found, const PhysicalOptions& options) {
  PossibleRobot result;
  Evidence evidence = evidence_of(prior, found);
  PhysicalOptions how = options;
  if (found.prior.strength > 0.0) hold_to_file(prior, found, evidence), how.prior_weight = found.prior.strength;
  result.fit = nearest_possible(prior, evidence, how);
  result.robot = with_parameters(prior, result.fit.parameters);
  const std::vector<double> values = grouped(found.base, result.fit.parameters);
  result.model = found.full;
  for (std::size_t c = 0; c < result.model.columns.size(); ++c) {
    const ModelColumn& column = result.model.columns[c];
    if (column.kind == ModelColumn::Kind::friction) {
      if (column.part == FrictionPart::level)
        result.model.values[c] = result.fit.parameters[coulomb_column(prior.tree, column.drive)];
      continue;
    }
    for (std::size_t k = 0; k < found.base.kept.size(); ++k)
      if (found.base.kept[k] == column.regressor) result.model.values[c] = values[k];
  }
  set_friction(found.friction, result.model, result.robot);
  return result;
}

robot::Robot reduced_robot(const robot::Robot& prior, const TorqueModel& model,
                           const std::vector<FrictionShape>& friction) {
  std::vector<double> parameters(dynamics::regressor_columns(prior.tree), 0.0);
  for (std::size_t c = 0; c < model.columns.size(); ++c) {
    const ModelColumn& column = model.columns[c];
    const bool level = column.kind == ModelColumn::Kind::friction;
    if (level && column.part != FrictionPart::level) continue;
    parameters[level ? coulomb_column(prior.tree, column.drive) : column.regressor] = model.values[c];
  }
  robot::Robot robot = with_parameters(prior, parameters);
  robot.meaning = robot::Meaning::base;
  set_friction(friction, model, robot);
  return robot;
}

}  // namespace tauforge::identify
