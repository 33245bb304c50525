// Live comparison with Pinocchio and MuJoCo on every robot of robots/, through the URDF that we write. Skipped by
// name where Python ($TAUFORGE_PYTHON, else python3) lacks the engine.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>

#include "tauforge/files/robot_toml.h"
#include "tauforge/files/urdf_writer.h"
#include "tauforge/robot/assemble.h"
#include "tauforge/robot/equivalence.h"
#include "tauforge/robot/exact_angles.h"
#include "tests/support/compare_table.h"
#include "tests/support/compile_c.h"
#include "tests/support/counterbalanced_arm.h"
#include "tests/support/random_robot.h"
#include "tests/support/robots.h"
#include "tests/support/run_python.h"

namespace tauforge::tests {
namespace {

constexpr int refused = 3;

int oracle(const std::vector<std::string>& arguments, const std::string& log) {
  return run_python("oracles/oracle.py", arguments, log);
}

bool installed(const std::string& engine) {
  static std::map<std::string, bool> known;
  const auto [found, fresh] = known.emplace(engine, false);
  if (fresh) {
    const TemporaryFolder folder;
    found->second = oracle({engine, "-", "-", "-"}, folder / "log") == 0;
  }
  return found->second;
}

robot::Vector roll_pitch_yaw(const spatial::Mat3<double>& R) {
  const double pitch = std::atan2(-R.zx, std::hypot(R.xx, R.yx));
  if (std::hypot(R.xx, R.yx) < 1e-9) return {std::atan2(-R.yz, R.yy), pitch, 0};
  return {std::atan2(R.zy, R.zz), pitch, std::atan2(R.yx, R.xx)};
}

// URDF cannot hold moments without a mass, as identified parameters have them (puma260, link 1 of puma560). Masses
// at the origin of a revolute joint's frame may change hands without any torque noticing: every body gets 5 kg.
robot::Description with_masses(robot::Robot robot) {
  auto& par = robot.parameters;
  for (robot::Index i : robot.tree.tip_to_base()) {
    EXPECT_TRUE(robot.tree.is_revolute(i));
    spatial::Inertia<double> surplus;
    surplus.m = par.body[i].m - 5;
    robot::move_to_parent(robot.tree, i, surplus, par);
  }
  robot::Description d;
  d.name = robot.name;
  d.gravity = par.gravity;
  d.links.push_back({{"base", {}}, {}});
  for (std::size_t i = 0; i < robot.joints.size(); ++i) {
    robot::InertialDescription b;
    b.mass.value = par.body[i].m;
    b.centre.value = (1 / par.body[i].m) * par.body[i].h;
    b.inertia.value = par.body[i].I - par.body[i].m * point_inertia(b.centre.value);
    d.links.push_back({{"body" + std::to_string(i + 1), {}}, b});
    robot::JointDescription joint;
    joint.name.value = robot.joints[i];
    joint.parent.value = d.links[i].name.value;
    joint.child.value = d.links[i + 1].name.value;
    EXPECT_EQ(robot.tree.parent(static_cast<int>(i)), static_cast<int>(i) - 1);
    // the coordinate's offset is a turn about the joint's z
    const double offset = par.offset[i];
    const auto turn = robot::rotation_z({std::cos(offset), std::sin(offset)});
    joint.placement.xyz.value = par.placement[i].p;
    joint.placement.rpy.value = roll_pitch_yaw(par.placement[i].R * turn);
    d.joints.push_back(joint);
  }
  return d;
}

// The URDF text of a robot of robots/.
std::string urdf_of(const std::string& name) {
  const auto source = files::read_source(std::string(TAUFORGE_SOURCE_DIR) + "/robots/" + name + ".toml");
  const auto description = files::read_robot_toml(source.value());
  const auto text = files::write_urdf(description.value());
  if (text.ok()) return text.value();
  const auto with = files::write_urdf(with_masses(robot_in_folder(name)));
  EXPECT_TRUE(with.ok());
  return with.ok() ? with.value() : "";
}

void write_states(const robot::Robot& robot, const std::string& path) {
  std::ofstream stream(path);
  std::string header;
  for (const char* kind : {"q", "qd", "qdd"})
    for (const auto& joint : robot.joints) header += fmt::format("{}{}:{}", header.empty() ? "" : ",", kind, joint);
  stream << header << "\n";
  Random random(1);
  for (int k = 0; k < 30; ++k) {
    const State<double> x = random_state(random, robot, false);
    std::vector<double> row = x.q;
    row.insert(row.end(), x.qd.begin(), x.qd.end());
    row.insert(row.end(), x.qdd.begin(), x.qdd.end());
    stream << fmt::format("{}", fmt::join(row, ",")) << "\n";
  }
}

void compare(const std::string& engine, const std::string& name, double tolerance) {
  if (!installed(engine)) {
    if (everything_must_be_installed()) ADD_FAILURE() << engine << " is not installed, and CI=true";
    GTEST_SKIP() << engine << " is not installed for "
                 << (std::getenv("TAUFORGE_PYTHON") ? "$TAUFORGE_PYTHON" : "python3");
  }
  const robot::Robot robot = robot_in_folder(name);
  const TemporaryFolder folder;
  std::ofstream(folder / "robot.urdf") << urdf_of(name);
  write_states(robot, folder / "states.csv");
  const auto& g = robot.parameters.gravity;
  const int code = oracle({engine, folder / "robot.urdf", folder / "states.csv", folder / "out.csv",
                           fmt::format("{}", g.x), fmt::format("{}", g.y), fmt::format("{}", g.z)},
                          folder / "log");
  if (code == refused && engine == "mujoco")
    GTEST_SKIP() << "MuJoCo refuses " << name << ": " << text_of_file(folder / "log");
  ASSERT_EQ(code, 0) << text_of_file(folder / "log") << text_of_file(folder / "log.err");
  auto compared = expect_agreement(robot, ReferenceTable(folder / "out.csv"), tolerance);
  for (const char* kind : {"tau", "gravity", "bias", "M"}) EXPECT_GT(compared[kind], 0) << kind;
}

class Oracle : public ::testing::TestWithParam<std::string> {};

TEST_P(Oracle, PinocchioAgreesToABillionth) { compare("pinocchio", GetParam(), 1e-9); }

// MuJoCo turns tensors into principal axes when it reads a file, which costs digits.
TEST_P(Oracle, MujocoAgreesToAMillionth) { compare("mujoco", GetParam(), 1e-6); }

// Joint stiffness, with rests away from zero.
TEST(SpringOracle, MujocoAgreesToAMillionth) {
  if (!installed("mujoco")) GTEST_SKIP() << "mujoco is not installed";
  robot::Description d = counterbalanced_description();
  const robot::Spring<double> turn{.stiffness = 30.0, .rest = -0.4}, elbow{.stiffness = 45.0, .rest = 0.3};
  for (auto& joint : d.joints) joint.spring.reset(), joint.counterbalance.reset(), joint.drive = {};
  d.joints[0].spring = robot::SpringDescription{turn.stiffness, turn.rest};
  d.joints[2].spring = robot::SpringDescription{elbow.stiffness, elbow.rest};
  const robot::Robot robot = robot::assemble(d).take();
  const TemporaryFolder folder;
  std::ofstream(folder / "robot.urdf") << files::write_urdf(d).value();
  write_states(robot, folder / "states.csv");
  const int code = oracle({"mujoco", folder / "robot.urdf", folder / "states.csv", folder / "out.csv", "0", "0",
                           "-9.81", "turn", "30", "-0.4", "elbow", "45", "0.3"},
                          folder / "log");
  ASSERT_EQ(code, 0) << text_of_file(folder / "log") << text_of_file(folder / "log.err");
  const ReferenceTable table(folder / "out.csv");
  ASSERT_GT(table.rows(), 0u);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    State<double> x;
    for (const std::string& joint : robot.joints) {
      x.q.push_back(table.at(row, "q:" + joint)), x.qd.push_back(table.at(row, "qd:" + joint));
      x.qdd.push_back(table.at(row, "qdd:" + joint));
    }
    const std::vector<double> tau = torque(robot, x), held = torque(robot, at_rest(x));
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_NEAR(tau[j], table.at(row, "tau:" + robot.joints[j]), 1e-6 * largest(tau));
      EXPECT_NEAR(held[j], table.at(row, "gravity:" + robot.joints[j]), 1e-6 * largest(held));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, Oracle, ::testing::ValuesIn(robot_names()),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace tauforge::tests
