#include "tauforge/identify/model_columns.h"

#include <fmt/format.h>

#include <random>

#include "tauforge/diagnostic/require.h"
#include "tauforge/dynamics/coordinates.h"
#include "tauforge/dynamics/regressor.h"

namespace tauforge::identify {

using Kind = ModelColumn::Kind;

namespace {

// Of a column behind the bodies: its drive and its place among that drive's columns.
struct DrivePlace {
  Index drive = -1, place = 0;
};
DrivePlace drive_place(const robot::Tree& tree, Index column) {
  Index first = dynamics::inertial_columns(tree);
  for (Index j = 0; j < tree.drives(); ++j) {
    const Index count = dynamics::drive_columns(tree.friction[j]);
    if (column >= first && column < first + count) return {j, column - first};
    first += count;
  }
  return {};
}

constexpr Index coulomb_place = 1, static_place = 4;

}  // namespace

ModelColumns parameter_columns(const robot::Robot& robot, const BaseParameters& base) {
  const auto names = parameter_names(robot);
  ModelColumns columns;
  for (const Index kept : base.kept) {
    const DrivePlace place = drive_place(robot.tree, kept);
    if (place.drive >= 0 && (place.place == coulomb_place || place.place == static_place)) continue;
    columns.push_back({Kind::parameter, kept, place.drive, {}, names[kept]});
  }
  return columns;
}

ModelColumn friction_column(const robot::Robot& robot, Index drive, const FrictionShape& shape) {
  return {
      Kind::friction,
      0,
      drive,
      shape,
      {fmt::format("fs{}", drive + 1), fmt::format("friction of {}, {}", robot.drives[drive], to_text(shape)), "N m"}};
}

struct ColumnEvaluator::Inside {
  robot::Robot robot;  // its own: callers' robots may end before
  ModelColumns columns;
  Index width = 0;  // of the regressor
  dynamics::RegressorWorkspace<double> workspace;
  dynamics::State<double> state;
  std::vector<double> Y, friction_now;
  std::vector<FrictionState> memory;    // one per friction column
  std::vector<int> friction_of_column;  // its place among the friction columns, -1: none
  std::vector<std::vector<int>> of_row;
  std::vector<double> q, qd, qdd;

  void regress(const Motion& x) {
    state = dynamics::state_of<double>(robot.tree, x.q, x.qd, x.qdd);
    dynamics::regressor<double>(robot.tree, robot.parameters, state, workspace, Y);
  }
};

ColumnEvaluator::ColumnEvaluator(const robot::Robot& robot, const ModelColumns& columns)
    : inside_(std::make_unique<Inside>()) {
  diagnostic::require(!robot.tree.floating, "logs of robots on a fixed base are identified");
  Inside& in = *inside_;
  in.robot = robot;
  in.columns = columns;
  in.width = dynamics::regressor_columns(robot.tree);
  in.Y.resize(robot.tree.nv() * in.width);
  for (const auto& column : columns) {
    in.friction_of_column.push_back(column.kind == Kind::friction ? static_cast<int>(in.memory.size()) : -1);
    if (column.kind == Kind::friction) in.memory.emplace_back();
  }
  in.friction_now.assign(in.memory.size(), 1.0);
  // what is zero at three random states is zero always
  std::mt19937 random(3);
  std::vector<std::vector<bool>> moves(robot.tree.nv(), std::vector<bool>(columns.size(), false));
  for (int trial = 0; trial < 3; ++trial) {
    Motion x;
    for (auto* values : {&x.q, &x.qd, &x.qdd})
      for (Index j = 0; j < robot.tree.drives(); ++j)
        values->push_back(4.0 * (static_cast<double>(random()) / 4294967296.0) - 2.0);
    evaluate(x, in.friction_now);
    for (Index row = 0; row < robot.tree.nv(); ++row)
      for (std::size_t c = 0; c < columns.size(); ++c)
        if (value(row, static_cast<int>(c)) != 0.0) moves[row][c] = true;
  }
  for (const auto& row : moves) {
    in.of_row.emplace_back();
    for (std::size_t c = 0; c < row.size(); ++c)
      if (row[c]) in.of_row.back().push_back(static_cast<int>(c));
  }
}

ColumnEvaluator::~ColumnEvaluator() = default;

const std::vector<int>& ColumnEvaluator::of_row(Index row) const { return inside_->of_row[row]; }
std::size_t ColumnEvaluator::friction_columns() const { return inside_->memory.size(); }

void ColumnEvaluator::forget() { std::fill(inside_->memory.begin(), inside_->memory.end(), FrictionState{}); }

void ColumnEvaluator::friction(const Motion& x, std::span<double> values) {
  Inside& in = *inside_;
  for (std::size_t c = 0; c < in.columns.size(); ++c)
    if (const int k = in.friction_of_column[c]; k >= 0) {
      const auto j = in.columns[c].drive;
      values[k] = in.memory[k].next(in.columns[c].shape, x.q[j], x.qd[j]) *
                  dynamics::friction_ripple(in.robot.parameters.drive[j], x.q[j]);
    }
}

void ColumnEvaluator::evaluate(const Motion& x, std::span<const double> friction) {
  inside_->regress(x);
  std::copy(friction.begin(), friction.end(), inside_->friction_now.begin());
}

double ColumnEvaluator::value(Index row, int column) const {
  const Inside& in = *inside_;
  const ModelColumn& c = in.columns[column];
  if (c.kind == Kind::parameter) return in.Y[row * in.width + c.regressor];
  return c.drive == row ? in.friction_now[in.friction_of_column[column]] : 0.0;
}

}  // namespace tauforge::identify
