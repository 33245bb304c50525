// The columns a model of the torques may have: base parameters, and per drive friction in every shape that is tried.
// Each column belongs to one fitted number.
//
// Friction that grows with the load L = Y_L pi, the torque that moments and rotors ask for, makes the model bilinear:
//
//   tau = Y pi + s (c0 + c1 |Y_L pi| + c2 sqrt|v|)                                                      (1)
//
// It is expanded about pi_0, c1_0. Since |Y_L pi| is homogeneous in pi, nothing is left over but a shift of the torques:
//
//   tau + c1_0 s |L_0|  =  (Y + c1_0 s sign(L_0) Y_L) pi + s c0 + s |L_0| c1 + s sqrt|v| c2             (2)
//
// so a fit to (2) is a step of Gauss and Newton with the whole Jacobian, and at the solution its rows are what deviations,
// left-out errors and the choice of columns need. With pi_0 = pi, c1_0 = c1 (2) is (1).
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
  FrictionPart part = FrictionPart::level;  // kind friction
  bool loads = false;                       // kind parameter: a moment or a rotor, part of Y_L of (1)
};

using ModelColumns = std::vector<ModelColumn>;

// Whether two columns stand for the same parameter, or for the same part of a drive's friction, whatever its shape.
bool same_number(const ModelColumn& a, const ModelColumn& b);

// Base parameters without Coulomb friction (kept, in their order), offsets where wanted.
ModelColumns parameter_columns(const robot::Robot& robot, const BaseParameters& base);
ModelColumn friction_column(const robot::Robot& robot, Index drive, const FrictionShape& shape,
                            FrictionPart part = FrictionPart::level);

// Whether the number of a column cannot be negative: friction, and rotor inertias together with what is nothing but masses and
// moments of inertia.
bool is_positive(const robot::Robot& robot, const BaseParameters& base, const ModelColumn& column);

// One sample of the motion of the drives.
struct Motion {
  std::vector<double> q, qd, qdd;
  double t = 0;  // [s]
};

// The values of all columns, sample by sample in the order of time: friction has a memory.
class ColumnEvaluator {
 public:
  // Expanded about these values of the columns (2); empty: all zero.
  ColumnEvaluator(const robot::Robot& robot, const ModelColumns& columns, const std::vector<double>& about = {});
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
  // What the expansion adds to the torque of drive `row`: the left side of (2).
  double shift(Index row) const;
  std::size_t friction_columns() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace tauforge::identify
