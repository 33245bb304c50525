// Agreement with an engine nobody here wrote: every number of the shared reference tables. They hold rigid
// bodies only, columns by joint name; the tables' own README has the conventions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "tauforge/files/urdf.h"
#include "tauforge/robot/assemble.h"
#include "tests/support/compare_table.h"

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
  const auto path =
      name == "ur10e_data" ? shared() / "data" / "ur10e" / "ur10e.urdf" : shared() / "robots" / (name + ".urdf");
  const auto source = files::read_source(path.string());
  EXPECT_TRUE(source.ok()) << path;
  const auto description = files::read_urdf(source.value());
  EXPECT_TRUE(description.ok()) << path;
  auto robot = robot::assemble(description.value(), {.floating_base = is_floating(table)});
  EXPECT_TRUE(robot.ok()) << path;
  return robot.take();
}

class Reference : public ::testing::TestWithParam<std::string> {};

TEST_P(Reference, EveryColumnAgreesToABillionth) {
  const ReferenceTable table((shared() / "reference" / (GetParam() + ".csv")).string());
  const robot::Robot robot = robot_of(GetParam());
  std::map<std::string, int> compared = expect_agreement(robot, table, 1e-9);
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
  if (tables().empty())
    GTEST_SKIP() << "no reference tables in " << shared() / "reference"
                 << "; set TAUFORGE_SHARED";
  EXPECT_GE(tables().size(), 18u);
}

}  // namespace
}  // namespace tauforge::tests
