// The columns a model of the torques may have: base parameters, and per drive friction in every shape that is tried.
// Each column belongs to one fitted number.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tauforge/identify/base_parameters.h"
#include "tauforge/identify/friction_shape.h"

namespace tauforge::identify {

struct ModelColumn {
  enum class Kind { parameter, friction };
  Kind kind = Kind::parameter;
  Index regressor = 0;  // kind parameter: the column of dynamics/regressor.h
  Index drive = -1;     // that the column belongs to; -1: a moment of a body
  FrictionShape shape;  // kind friction
  ParameterName name;
};

using ModelColumns = std::vector<ModelColumn>;

// Base parameters without Coulomb friction (kept, in their order), offsets where wanted.
ModelColumns parameter_columns(const robot::Robot& robot, const BaseParameters& base);
ModelColumn friction_column(const robot::Robot& robot, Index drive, const FrictionShape& shape);

// One sample of the motion of the drives.
struct Motion {
  std::vector<double> q, qd, qdd;
};

// The values of all columns, sample by sample in the order of time: friction has a memory.
class ColumnEvaluator {
 public:
  ColumnEvaluator(const robot::Robot& robot, const ModelColumns& columns);
  ~ColumnEvaluator();

  // Which columns can move drive `row`; the others are always zero there.
  const std::vector<int>& of_row(Index row) const;

  // A new stretch begins: friction forgets.
  void forget();
  // Friction at this sample, one value per friction column in the order of the columns.
  void friction(const Motion& x, std::span<double> values);
  // The regressor at this motion and the given friction: row `row` and its columns of_row(row).
  void evaluate(const Motion& x, std::span<const double> friction);
  double value(Index row, int column) const;
  std::size_t friction_columns() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace tauforge::identify
