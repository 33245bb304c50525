// The robots of the project: every figure has a source that a user can check.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tauforge/files/read_robot.h"

namespace tauforge::files {

namespace {

const std::filesystem::path robots = TAUFORGE_SOURCE_DIR "/robots";

TEST(Robots, NameTheirSourceAndHoldNothingFromMemory) {
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(robots)) {
    if (entry.path().extension() != ".toml") continue;
    std::ifstream stream(entry.path());
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    for (const char* doubt : {"from memory", "unchecked", "not checked", "check them first", "typical"})
      EXPECT_EQ(text.find(doubt), std::string::npos) << entry.path() << ": " << doubt;
    const auto read = read_robot(source_from_text(entry.path().string(), text));
    ASSERT_TRUE(read.ok());
    EXPECT_FALSE(read.value().source.empty()) << entry.path();
    ++files;
  }
  EXPECT_GE(files, 22);
}

// Table UR10e of the manufacturer's article "DH Parameters for calculations of kinematics and dynamics", and
// config/ur10e/joint_limits.yaml of its ROS 2 description.
TEST(Robots, TheUr10eIsThatOfItsMaker) {
  struct Row {
    double a, d, alpha_deg, mass;
    robot::Vector centre;
    robot::Tensor inertia;  // xx, yy, zz, xy, yz, xz
    double speed_deg, torque;
  };
  constexpr std::array<Row, 6> table{
      {{0, 0.1807, 90, 7.369, {0.021, 0, 0.027}, {0.0341, 0.0353, 0.0216, 0, 0.0001, -0.0043}, 120, 330},
       {-0.6127, 0, 0, 13.051, {0.38, 0, 0.158}, {0.0281, 0.7707, 0.7694, 0.0001, 0, -0.0156}, 120, 330},
       {-0.57155, 0, 0, 3.989, {0.24, 0, 0.068}, {0.0101, 0.3093, 0.3065, 0.0001, 0, 0.0092}, 180, 150},
       {0, 0.17415, 90, 2.1, {0, 0.007, 0.018}, {0.003, 0.0022, 0.0026, 0, -0.0002, 0}, 180, 56},
       {0, 0.11985, -90, 1.98, {0, 0.007, 0.018}, {0.003, 0.0022, 0.0026, 0, -0.0002, 0}, 180, 56},
       {0, 0.11655, 0, 0.615, {0, 0, -0.026}, {0, 0.0004, 0.0003, 0, 0, 0}, 180, 56}}};
  const auto inspection = inspect_robot((robots / "ur10e.toml").string());
  ASSERT_TRUE(inspection.description);
  const auto& d = *inspection.description;
  ASSERT_EQ(d.joints.size(), table.size());
  const double degree = std::acos(-1.0) / 180;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto& joint = d.joints[i];
    EXPECT_EQ(joint.placement.a.value, table[i].a) << i;
    EXPECT_EQ(joint.placement.d.value, table[i].d) << i;
    EXPECT_NEAR(joint.placement.alpha.value, table[i].alpha_deg * degree, 1e-15) << i;
    ASSERT_TRUE(d.links[i + 1].inertial);
    EXPECT_EQ(d.links[i + 1].inertial->mass.value, table[i].mass) << i;
    EXPECT_EQ(d.links[i + 1].inertial->centre.value, table[i].centre) << i;
    EXPECT_EQ(d.links[i + 1].inertial->inertia.value, table[i].inertia) << i;
    EXPECT_EQ(joint.limits.torque, table[i].torque) << i;
    EXPECT_NEAR(joint.limits.velocity.value_or(0), table[i].speed_deg * degree, 1e-12) << i;
  }
}

}  // namespace

}  // namespace tauforge::files
