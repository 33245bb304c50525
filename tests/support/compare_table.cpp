#include "tests/support/compare_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace tauforge::tests {

namespace {

State<double> state_of(const robot::Robot& robot, const ReferenceTable& table, std::size_t row) {
  State<double> x;
  const auto value = [&](const std::string& column) { return table.at(row, column); };
  const auto vector = [&](const std::string& begin) {
    return robot::Vector{value(begin + "x"), value(begin + "y"), value(begin + "z")};
  };
  for (const std::string& joint : robot.joints) {
    x.q.push_back(value("q:" + joint));
    x.qd.push_back(value("qd:" + joint));
    x.qdd.push_back(value("qdd:" + joint));
  }
  if (!robot.tree.floating) return x;
  x.base.X_wb.p = vector("base_");
  x.base.X_wb.R =
      matrix(spatial::Quaternion<double>{value("base_qx"), value("base_qy"), value("base_qz"), value("base_qw")});
  x.base.velocity = {vector("base_v"), vector("base_w")};
  x.base.acceleration = {vector("base_a"), vector("base_al")};
  return x;
}

// What we say each column is, by its name.
std::map<std::string, double> our_values(const robot::Robot& robot, const State<double>& x) {
  std::map<std::string, double> ours;
  const auto add = [&](const std::string& kind, const std::vector<double>& values) {
    const std::size_t base = dynamics::base_rows(robot.tree);
    const char* const base_names[] = {"fx", "fy", "fz", "nx", "ny", "nz"};
    for (std::size_t i = 0; i < base; ++i) ours[kind + "_base_" + base_names[i]] = values[i];
    for (std::size_t i = 0; i < robot.joints.size(); ++i) ours[kind + ":" + robot.joints[i]] = values[base + i];
  };
  add("tau", rigid_torque(robot, x));
  add("gravity", gravity_torque(robot, x));
  State<double> no_acceleration = x;
  no_acceleration.qdd.assign(x.q.size(), 0.0);
  no_acceleration.base.acceleration = {};
  add("bias", rigid_torque(robot, no_acceleration));
  const Matrix M = rigid_mass_matrix(robot, x.q);
  if (!robot.tree.floating)
    for (std::size_t i = 0; i < robot.joints.size(); ++i)
      for (std::size_t j = 0; j < robot.joints.size(); ++j)
        ours["M:" + robot.joints[i] + ":" + robot.joints[j]] =
            M(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
  return ours;
}

std::string kind_of(const std::string& column) {
  const std::string kind = column.substr(0, column.find(':'));
  return kind.starts_with("tau_base") ? "tau" : kind;
}

const std::set<std::string> kinds_of_state = {"q", "qd", "qdd", "end"};

}  // namespace

std::map<std::string, int> expect_agreement(const robot::Robot& robot, const ReferenceTable& table, double tolerance) {
  std::map<std::string, int> compared;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    SCOPED_TRACE(robot.name + ", row " + std::to_string(row + 1));
    const auto ours = our_values(robot, state_of(robot, table, row));
    std::map<std::string, double> scale;  // the largest entry of its kind in this row
    for (const auto& column : table.names()) {
      double& largest = scale[kind_of(column)];
      largest = std::max(largest, std::abs(table.at(row, column)));
    }
    for (const auto& column : table.names()) {
      const std::string kind = kind_of(column);
      if (kinds_of_state.count(kind) || kind.starts_with("base_")) continue;
      const auto found = ours.find(column);
      if (found == ours.end()) {
        ADD_FAILURE() << "the table has a column that we do not: " << column;
        return compared;
      }
      EXPECT_NEAR(found->second, table.at(row, column), tolerance * scale[kind]) << column;
      ++compared[kind];
    }
    if (::testing::Test::HasFailure()) break;
  }
  return compared;
}

}  // namespace tauforge::tests
