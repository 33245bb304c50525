// Drives of a robot whose own file cannot say how they move its joints.
#include "tauforge/files/transmission.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "tauforge/files/csv_recording.h"
#include "tauforge/files/read_robot.h"
#include "tests/support/shared_data.h"

namespace tauforge::files {
namespace {

// Removed at the end.
class SideFile {
 public:
  explicit SideFile(const std::string& text)
      : path_(std::filesystem::temp_directory_path() /
              ("tauforge-side-" + std::to_string(std::hash<std::string>{}(text)))) {
    std::ofstream(path_) << text;
  }
  ~SideFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

const std::string wrist =
    "<robot name=\"wrist\"><link name=\"arm\"/>"
    "<link name=\"hand\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" iyz=\"0\" "
    "ixz=\"0\"/></inertial></link>"
    "<link name=\"tool\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" iyz=\"0\" "
    "ixz=\"0\"/></inertial></link>"
    "<joint name=\"j5\" type=\"continuous\"><parent link=\"arm\"/><child link=\"hand\"/></joint>"
    "<joint name=\"j6\" type=\"continuous\"><parent link=\"hand\"/><child link=\"tool\"/><dynamics "
    "friction=\"3\"/></joint></robot>";

Inspection wrist_with(const std::string& side) {
  const SideFile file(side);
  LoadOptions options;
  options.read.transmission = file.path();
  return inspect_robot(source_from_text("wrist.urdf", wrist), options);
}

bool has_code(const Inspection& inspection, const std::string& code) {
  for (const auto& finding : inspection.findings)
    if (finding.code == code) return true;
  return false;
}

TEST(Transmission, BesideAUrdfGivesItDrives) {
  // motor 5 turns 45 times per turn of joint 5; motor 6 turns 32 times per turn of either joint
  const Inspection found = wrist_with(
      "[transmission]\ndrives = [\"m5\", \"m6\"]\njoint_to_motor = [[45, 0], [32, 32]]\noffset_deg = [0, 90]\n"
      "[[transmission.drive]]\n[[transmission.drive]]\nmotor_inertia = 1e-5\n[transmission.drive.friction]\ncoulomb = "
      "0.1\n");
  ASSERT_TRUE(found.robot.has_value());
  const robot::Robot& robot = *found.robot;
  EXPECT_EQ(robot.drives, (std::vector<std::string>{"m5", "m6"}));
  EXPECT_FALSE(robot.tree.direct);
  const double G[] = {1.0 / 45, 0.0, -1.0 / 45, 1.0 / 32};  // by hand
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(robot.parameters.G[k], G[k], 1e-15);
  EXPECT_EQ(robot.parameters.q0[1], std::numbers::pi / 2);
  EXPECT_EQ(robot.parameters.drive[1].coulomb, 0.1);
  EXPECT_TRUE(has_code(found, "key-without-effect")) << "friction of joint j6 in the URDF";
}

TEST(Transmission, WithoutDrivesHasNoFrictionOfJoints) {
  const Inspection found =
      wrist_with("[transmission]\ndrives = [\"m5\", \"m6\"]\nmatrix = [[0.02, 0], [-0.02, 0.03]]\n");
  ASSERT_TRUE(found.robot.has_value());
  for (const auto& drive : found.robot->parameters.drive) EXPECT_EQ(drive.coulomb, 0.0);
}

TEST(Transmission, IsRefusedWithAReason) {
  EXPECT_TRUE(has_code(wrist_with("schema = 1\n"), "missing-key"));
  EXPECT_TRUE(has_code(wrist_with("[transmission]\ndrives = [\"a\", \"b\"]\njoint_to_motor = [[1, 1], [1, 1]]\n"),
                       "matrix-singular"));
  EXPECT_TRUE(has_code(wrist_with("[transmission]\ndrives = [\"a\", \"b\"]\njoint_to_motor = [[1, 0], [1, 1]]\nmatrix "
                                  "= [[1, 0], [0, 1]]\n"),
                       "key-conflict"));
  EXPECT_TRUE(
      has_code(wrist_with("[transmission]\ndrives = [\"a\"]\nmatrix = [[1], [1], [1]]\n"), "transmission-size"));
  LoadOptions options;
  options.read.transmission = "no-such-file.toml";
  EXPECT_FALSE(inspect_robot(source_from_text("wrist.urdf", wrist), options).robot.has_value());
}

// What is written has the transmission in it, and may be read with the side file again; another one is refused.
TEST(Transmission, StaysWithTheRobotThatIsWritten) {
  const std::string side = "[transmission]\ndrives = [\"m5\", \"m6\"]\njoint_to_motor = [[45, 0], [32, 32]]\n";
  const Inspection found = wrist_with(side);
  ASSERT_TRUE(found.description.has_value());
  const auto text = write_robot(*found.description, robot::Format::toml);
  ASSERT_TRUE(text.ok());
  const SideFile same(side), other("[transmission]\ndrives = [\"m5\", \"m6\"]\njoint_to_motor = [[45, 0], [31, 32]]\n");
  LoadOptions options;
  options.read.transmission = same.path();
  const Inspection again = inspect_robot(source_from_text("wrist.toml", text.value()), options);
  ASSERT_TRUE(again.robot.has_value());
  EXPECT_EQ(again.robot->parameters.G, found.robot->parameters.G);
  options.read.transmission = other.path();
  EXPECT_TRUE(has_code(inspect_robot(source_from_text("wrist.toml", text.value()), options), "transmission-twice"));
}

// The documented way for a log of motor angles: docs/recordings.md.
TEST(Transmission, MakesJointAnglesOfTheMotorAnglesOfATx40) {
  TAUFORGE_NEEDS_SHARED("data/tx40");
  const std::string folder = (testing::shared_data() / "data/tx40/").string();
  const SideFile side(
      "[transmission]\ndrives = [\"motor1\", \"motor2\", \"motor3\", \"motor4\", \"motor5\", \"motor6\"]\n"
      "joint_to_motor = [[32, 0, 0, 0, 0, 0], [0, 32, 0, 0, 0, 0], [0, 0, 45, 0, 0, 0], [0, 0, 0, -48, 0, 0],\n"
      "                  [0, 0, 0, 0, 45, 0], [0, 0, 0, 0, 32, 32]]\noffset_deg = [0, -90, 90, 0, 0, 0]\n");
  LoadOptions options;
  options.read.transmission = side.path();
  const auto loaded = load_robot(folder + "tx40_mdh_modified.urdf", options);
  ASSERT_TRUE(loaded.ok());
  const robot::Robot& robot = loaded.value().robot;
  const auto& G = robot.parameters.G;
  EXPECT_NEAR(G[5 * 6 + 4], -1.0 / 45, 1e-15) << "qm6 = 32 q5 + 32 q6 and qm5 = 45 q5";
  EXPECT_NEAR(G[5 * 6 + 5], 1.0 / 32, 1e-15);
  RecordingOptions columns;
  columns.layout.position.pattern = "qm{}", columns.layout.torque.pattern = "taum{}";
  columns.joints = robot.drives;
  const auto log = read_recording(folder + "tx40_motor_5kHz.csv", columns);
  ASSERT_TRUE(log.ok());
  double largest = 0.0;
  for (std::size_t k = 0; k < log.value().samples(); k += 100)
    for (std::size_t i = 0; i < 6; ++i) {
      double q = robot.parameters.q0[i];
      for (std::size_t j = 0; j < 6; ++j) q += G[i * 6 + j] * log.value().q[j][k];
      largest = std::max(largest, std::abs(q));
    }
  EXPECT_LT(largest, 1.6 * std::numbers::pi) << "angles of joints, where those of motors are hundreds of radians";
}

}  // namespace
}  // namespace tauforge::files
