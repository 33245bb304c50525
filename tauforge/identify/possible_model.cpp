#include "tauforge/identify/possible_model.h"

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

// Columns of the identified model as combinations of the regressor's: what a dropped parameter adds to a kept one.
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
    if (column.kind == ModelColumn::Kind::friction) {
      add(coulomb_column(robot.tree, column.drive), 1.0);
      continue;
    }
    add(column.regressor, 1.0);
    for (const auto& dropped : found.base.dropped)
      for (const Share& share : dropped.shares)
        if (share.kept == column.regressor) add(dropped.column, share.coefficient);
  }
  return e;
}

// Friction with memory becomes Coulomb friction: a robot has no memory.
void set_friction_shapes(const std::vector<FrictionShape>& shapes, robot::Robot& robot) {
  for (std::size_t j = 0; j < shapes.size(); ++j) {
    const bool smooth = shapes[j].form == FrictionForm::smooth;
    if (robot.tree.friction[j] == robot::FrictionKind::stribeck) continue;  // its columns are others
    robot.tree.friction[j] = smooth ? robot::FrictionKind::smooth : robot::FrictionKind::coulomb;
    if (smooth) robot.parameters.drive[j].width = shapes[j].width;
  }
}

}  // namespace

PossibleRobot possible_robot(const robot::Robot& prior, const Identification& found, const PhysicalOptions& options) {
  PossibleRobot result;
  result.fit = nearest_possible(prior, evidence_of(prior, found), options);
  result.robot = with_parameters(prior, result.fit.parameters);
  const std::vector<double> values = grouped(found.base, result.fit.parameters);
  result.model = found.full;
  for (std::size_t c = 0; c < result.model.columns.size(); ++c) {
    const ModelColumn& column = result.model.columns[c];
    if (column.kind == ModelColumn::Kind::friction) {
      result.model.values[c] = result.fit.parameters[coulomb_column(prior.tree, column.drive)];
      continue;
    }
    for (std::size_t k = 0; k < found.base.kept.size(); ++k)
      if (found.base.kept[k] == column.regressor) result.model.values[c] = values[k];
  }
  set_friction_shapes(found.friction, result.robot);
  return result;
}

robot::Robot reduced_robot(const robot::Robot& prior, const TorqueModel& model,
                           const std::vector<FrictionShape>& friction) {
  std::vector<double> parameters(dynamics::regressor_columns(prior.tree), 0.0);
  for (std::size_t c = 0; c < model.columns.size(); ++c) {
    const ModelColumn& column = model.columns[c];
    const bool level = column.kind == ModelColumn::Kind::friction;
    parameters[level ? coulomb_column(prior.tree, column.drive) : column.regressor] = model.values[c];
  }
  robot::Robot robot = with_parameters(prior, parameters);
  robot.meaning = robot::Meaning::base;
  set_friction_shapes(friction, robot);
  return robot;
}

}  // namespace tauforge::identify
