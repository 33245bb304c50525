#include "tauforge/identify/model_columns.h"

#include <fmt/format.h>

#include <cmath>
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

constexpr Index rotor_place = 0, coulomb_place = 1, viscous_place = 2, static_place = 4;

// The force of a cylinder may push or pull; a stiffness is not negative.
bool is_stiffness(const robot::Tree& tree, Index column) {
  Index next = dynamics::first_spring_column(tree);
  for (const auto& spring : tree.springs) {
    next += dynamics::spring_columns(spring.kind);
    if (column == next - 1) return true;
  }
  return false;
}

}  // namespace

bool same_number(const ModelColumn& a, const ModelColumn& b) {
  if (a.kind != b.kind) return false;
  return a.kind == ModelColumn::Kind::friction ? a.drive == b.drive && a.part == b.part : a.regressor == b.regressor;
}

ModelColumns parameter_columns(const robot::Robot& robot, const BaseParameters& base) {
  const auto names = parameter_names(robot);
  ModelColumns columns;
  for (const Index kept : base.kept) {
    const DrivePlace place = drive_place(robot.tree, kept);
    if (place.drive >= 0 && (place.place == coulomb_place || place.place == static_place)) continue;
    columns.push_back({Kind::parameter, kept, place.drive, {}, names[kept]});
    columns.back().loads = place.drive < 0 || place.place == rotor_place;
  }
  return columns;
}

ModelColumn friction_column(const robot::Robot& robot, Index drive, const FrictionShape& shape, FrictionPart part) {
  const char *letters = "fs", *grows = "", *unit = "N m";
  if (part == FrictionPart::load) letters = "fl", grows = " per load", unit = "1";
  if (part == FrictionPart::rest) letters = "fz", grows = " at rest";
  if (part == FrictionPart::root) letters = "fr", grows = " per root of speed", unit = "N m sqrt(s/rad)";
  return {Kind::friction,
          0,
          drive,
          shape,
          {fmt::format("{}{}", letters, drive + 1),
           fmt::format("friction of {}{}, {}", robot.drives[drive], grows, to_text(shape)), unit},
          part};
}

bool is_positive(const robot::Robot& robot, const BaseParameters& base, const ModelColumn& column) {
  if (column.kind == Kind::friction) return column.part == FrictionPart::level;  // growth: settled_fit.h
  const auto positive_alone = [&](Index parameter) {
    const DrivePlace place = drive_place(robot.tree, parameter);
    if (place.drive >= 0) return place.place == rotor_place || place.place == viscous_place;
    if (parameter >= dynamics::first_spring_column(robot.tree)) return is_stiffness(robot.tree, parameter);
    const Index moment = parameter % 10;
    return moment == 0 || (moment >= 4 && moment <= 6);
  };
  const bool of_body = column.regressor < dynamics::inertial_columns(robot.tree);
  if (of_body || !positive_alone(column.regressor)) return false;
  for (const auto& dropped : base.dropped)
    for (const Share& share : dropped.shares)
      if (share.kept == column.regressor && (share.coefficient < 0.0 || !positive_alone(dropped.column))) return false;
  return true;
}

struct ColumnEvaluator::Inside {
  robot::Robot robot;  // its own: callers' robots may end before
  ModelColumns columns;
  Index width = 0;  // of the regressor
  dynamics::RegressorWorkspace<double> workspace;
  dynamics::State<double> state;
  std::vector<double> Y, friction_now;
  struct Memory {
    Index drive;
    FrictionShape shape;
    FrictionState state = {};
    double s = 0;
  };
  std::vector<Memory> memory;             // one per drive and shape
  std::vector<int> memory_of_friction;    // per friction column
  std::vector<int> friction_of_column;    // its place among the friction columns, -1: none
  std::vector<double> about;              // per column; empty: zero
  std::vector<int> load_column;           // of the model, per drive; -1: none that is expanded about
  std::vector<double> load, gain, moved;  // per drive: L_0, c1_0 s sign(L_0), c1_0 s |L_0|
  std::vector<std::vector<int>> of_row;

  int memory_of(Index drive, const FrictionShape& shape) {
    for (std::size_t m = 0; m < memory.size(); ++m)
      if (memory[m].drive == drive && memory[m].shape == shape) return static_cast<int>(m);
    memory.push_back({drive, shape});
    return static_cast<int>(memory.size()) - 1;
  }

  void expand() {
    if (about.empty()) return;
    for (std::size_t j = 0; j < load.size(); ++j) {
      load[j] = 0.0;
      for (std::size_t c = 0; c < columns.size(); ++c)
        if (columns[c].loads) load[j] += Y[j * static_cast<std::size_t>(width) + columns[c].regressor] * about[c];
      if (load_column[j] < 0) continue;
      const auto c = static_cast<std::size_t>(load_column[j]);
      moved[j] = about[c] * friction_now[friction_of_column[c]] * std::abs(load[j]);
      gain[j] = load[j] == 0.0 ? 0.0 : moved[j] / load[j];
    }
  }

  void regress(const Motion& x) {
    state = dynamics::state_of<double>(robot.tree, x.q, x.qd, x.qdd);
    dynamics::regressor<double>(robot.tree, robot.parameters, state, workspace, Y);
  }
};

ColumnEvaluator::ColumnEvaluator(const robot::Robot& robot, const ModelColumns& columns,
                                 const std::vector<double>& about)
    : inside_(std::make_unique<Inside>()) {
  diagnostic::require(!robot.tree.floating, "logs of robots on a fixed base are identified");
  Inside& in = *inside_;
  in.robot = robot;
  in.columns = columns;
  in.width = dynamics::regressor_columns(robot.tree);
  in.Y.resize(robot.tree.nv() * in.width);
  in.about = about;
  in.load_column.assign(robot.tree.nv(), -1);
  for (auto* values : {&in.load, &in.gain, &in.moved}) values->assign(robot.tree.nv(), 0.0);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const ModelColumn& column = columns[c];
    in.friction_of_column.push_back(column.kind == Kind::friction ? static_cast<int>(in.memory_of_friction.size())
                                                                  : -1);
    if (column.kind != Kind::friction) continue;
    in.memory_of_friction.push_back(in.memory_of(column.drive, column.shape));
    if (column.part == FrictionPart::load && !about.empty() && about[c] != 0.0)
      in.load_column[column.drive] = static_cast<int>(c);
  }
  in.friction_now.assign(in.memory_of_friction.size(), 1.0);
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
std::size_t ColumnEvaluator::friction_columns() const { return inside_->memory_of_friction.size(); }

void ColumnEvaluator::forget() {
  for (auto& memory : inside_->memory) memory.state = {};
}

void ColumnEvaluator::friction(const Motion& x, std::span<double> values) {
  Inside& in = *inside_;
  for (auto& m : in.memory)
    m.s = m.state.next(m.shape, x.t, x.qd[m.drive]) *
          dynamics::friction_ripple(in.robot.parameters.drive[m.drive], x.q[m.drive]);
  for (std::size_t c = 0; c < in.columns.size(); ++c)
    if (const int k = in.friction_of_column[c]; k >= 0) {
      const ModelColumn& column = in.columns[c];
      values[k] = in.memory[in.memory_of_friction[k]].s;
      if (column.part == FrictionPart::root) values[k] *= dynamics::root_of_speed(x.qd[column.drive]);
    }
}

void ColumnEvaluator::evaluate(const Motion& x, std::span<const double> friction) {
  inside_->regress(x);
  std::copy(friction.begin(), friction.end(), inside_->friction_now.begin());
  inside_->expand();
}

double ColumnEvaluator::value(Index row, int column) const {
  const Inside& in = *inside_;
  const ModelColumn& c = in.columns[column];
  if (c.kind == Kind::parameter) return in.Y[row * in.width + c.regressor] * (c.loads ? 1.0 + in.gain[row] : 1.0);
  if (c.drive != row) return 0.0;
  const double s = in.friction_now[in.friction_of_column[column]];
  return c.part == FrictionPart::load ? s * std::abs(in.load[row]) : s;  // (2)
}

double ColumnEvaluator::shift(Index row) const { return inside_->moved[row]; }

}  // namespace tauforge::identify
