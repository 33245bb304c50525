// Agreement with an engine nobody here wrote: every number of the shared reference tables. They hold rigid
// bodies only, columns by joint name; the tables' own README has the conventions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "tauforge/files/urdf.h"
#include "tauforge/robot/assemble.h"
#include "tests/reference/reference_table.h"
#include "tests/support/compute.h"

namespace tauforge::tests {
namespace {

std::filesystem::path shared() {
  if (const char* given = std::getenv("TAUFORGE_SHARED")) return given;
  return std::filesystem::path(TAUFORGE_SOURCE_DIR) / ".." / "shared";
}

std::vector<std::string> tables() {
  std::vector<std::string> names;
  if (!std::filesystem::is_directory(shared() / "reference")) return names;
  for (const auto& entry : std::filesystem::directory_iterator(shared() / "reference"))
    if (entry.path().extension() == ".csv") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

bool is_floating(const std::string& table) { return table.ends_with("_floating"); }

robot::Robot robot_of(const std::string& table) {
  std::string name = table;
  if (is_floating(table)) name.resize(name.size() - std::string("_floating").size());
  const auto path = name == "ur10e_data" ? shared() / "data" / "ur10e" / "ur10e.urdf" : shared() / "robots" / (name + ".urdf");
  const auto source = files::read_source(path.string());
  EXPECT_TRUE(source.ok()) << path;
  const auto description = files::read_urdf(source.value());
  EXPECT_TRUE(description.ok()) << path;
  auto robot = robot::assemble(description.value(), {.floating_base = is_floating(table)});
  EXPECT_TRUE(robot.ok()) << path;
  return robot.take();
}

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
  x.base.X_wb.R = matrix(spatial::Quaternion<double>{value("base_qx"), value("base_qy"), value("base_qz"), value("base_qw")});
  x.base.velocity = {vector("base_v"), vector("base_w")};
  x.base.acceleration = {vector("base_a"), vector("base_al")};
  return x;
}

// What we say each column is, by its name.
std::map<std::string, double> our_values(const robot::Robot& robot, const State<double>& x) {
  std::map<std::string, double> ours;
  const auto add = [&](const std::string& kind, const std::vector<double>& values) {
    const std::size_t base = dynamics::at(dynamics::base_rows(robot.tree));
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
        ours["M:" + robot.joints[i] + ":" + robot.joints[j]] = M(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
  return ours;
}

std::string kind_of(const std::string& column) {
  const std::string kind = column.substr(0, column.find(':'));
  return kind.starts_with("tau_base") ? "tau" : kind;
}

const std::set<std::string> kinds_of_state = {"q", "qd", "qdd", "end"};

class Reference : public ::testing::TestWithParam<std::string> {};

TEST_P(Reference, EveryColumnAgreesToABillionth) {
  const ReferenceTable table((shared() / "reference" / (GetParam() + ".csv")).string());
  const robot::Robot robot = robot_of(GetParam());
  std::map<std::string, int> compared;  // values, by kind
  for (std::size_t row = 0; row < table.rows(); ++row) {
    SCOPED_TRACE(GetParam() + ", row " + std::to_string(row + 1));
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
      ASSERT_NE(found, ours.end()) << "the table has a column that we do not: " << column;
      EXPECT_NEAR(found->second, table.at(row, column), 1e-9 * scale[kind]) << column;
      ++compared[kind];
    }
    if (HasFailure()) break;
  }
  int total = 0;
  for (const auto& [kind, count] : compared) total += count;
  EXPECT_GT(total, 0);
  EXPECT_GT(compared["tau"], 0);
  RecordProperty("values_compared", total);
}

INSTANTIATE_TEST_SUITE_P(SharedTables, Reference, ::testing::ValuesIn(tables()),
                         [](const auto& table) { return table.param; });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Reference);

TEST(ReferenceTables, ArePresent) {
  if (tables().empty()) GTEST_SKIP() << "no reference tables in " << shared() / "reference" << "; set TAUFORGE_SHARED";
  EXPECT_GE(tables().size(), 18u);
}

}  // namespace
}  // namespace tauforge::tests
