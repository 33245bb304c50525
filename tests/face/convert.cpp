// Robots in other formats: the same motions, and whatever is lost has a name.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>

#include "tauforge/files/read_robot.h"
#include "tauforge/tauforge.h"
#include "tests/support/random_robot.h"

namespace tauforge {
namespace {

class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / ("tauforge convert " + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

 private:
  std::filesystem::path path_;
};

Robot made_of(const robot::Description& description) {
  auto assembled = robot::assemble(description);
  EXPECT_TRUE(assembled.ok());
  return Robot(std::make_shared<const files::LoadedRobot>(files::LoadedRobot{description, assembled.take()}));
}

std::vector<std::string> codes(const Findings& findings) {
  std::vector<std::string> list;
  for (const auto& finding : findings) list.push_back(finding.code);
  std::sort(list.begin(), list.end());
  return list;
}

// Torques of the one move the other: forward dynamics (articulated bodies) undo inverse dynamics (Newton-Euler).
void expect_the_same_motion(const Robot& before, const Robot& after, tests::Random& random) {
  ASSERT_EQ(before.nv(), after.nv());
  Dynamics forth(before), back(after);
  std::vector<double> q(before.nq()), qd(before.nv()), qdd(before.nv()), tau(before.nv()), again(before.nv());
  for (int state = 0; state < 5; ++state) {
    for (auto* values : {&q, &qd, &qdd})
      for (double& value : *values) value = random.uniform(-2.0, 2.0);
    forth.inverse_dynamics(q, qd, qdd, tau);
    back.forward_dynamics(q, qd, tau, again);
    for (std::size_t i = 0; i < qdd.size(); ++i) EXPECT_NEAR(again[i], qdd[i], 1e-8) << i;
  }
}

TEST(Convert, AnySerialArmBecomesASpecificationFileThatMovesTheSame) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(::testing::Message() << "seed " << seed);
  tests::Random random(seed);
  const Folder folder;
  for (int trial = 0; trial < 100; ++trial) {
    robot::Description description = tests::random_description(random, {.joints = random.integer(1, 7)});
    description.gravity = random.vector(9.81);
    for (auto& joint : description.joints) {
      joint.drive.friction = {};
      joint.drive.friction.offset = random.uniform(-1.0, 1.0);
      joint.drive.friction.viscous = random.uniform(0.0, 1.0);
    }
    const Robot robot = made_of(description);
    const auto converted = convert(robot, folder.file("arm.dyn"), {.force = true});
    ASSERT_TRUE(converted.ok()) << to_text(converted.findings()[0]);
    EXPECT_LT(converted.value().difference, 1e-11);
    ASSERT_TRUE(converted.value().lost.has_value());
    EXPECT_LT(*converted.value().lost, 1e-11);
    const auto again = load(folder.file("arm.dyn"));
    ASSERT_TRUE(again.ok());
    expect_the_same_motion(robot, again.value(), random);
  }
}

TEST(Convert, GoesThroughUrdfWithoutLosingABody) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(::testing::Message() << "seed " << seed);
  tests::Random random(seed);
  const Folder folder;
  for (int trial = 0; trial < 50; ++trial) {
    robot::Description description =
        tests::random_description(random, {.joints = random.integer(1, 7), .tree = true, .drives = false});
    description.gravity = {0.0, 0.0, -9.81};
    description.payload = robot::PayloadDescription{description.links.back().name, {}, {}};
    description.payload->inertial.mass.value = 2.0;
    description.payload->inertial.centre.value = random.vector(0.2);
    const Robot robot = made_of(description);
    const auto urdf = convert(robot, folder.file("arm.urdf"), {.force = true});
    ASSERT_TRUE(urdf.ok()) << to_text(urdf.findings()[0]);
    const auto middle = load(folder.file("arm.urdf"));
    ASSERT_TRUE(middle.ok());
    ASSERT_TRUE(convert(middle.value(), folder.file("arm.toml"), {.force = true}).ok());
    expect_the_same_motion(robot, load(folder.file("arm.toml")).value(), random);
  }
}

TEST(Convert, NamesWhatIsLostAndByHowMuchItMovesTorques) {
  const Folder folder;
  const auto robot = load(TAUFORGE_SOURCE_DIR "/robots/puma560.toml");
  const auto urdf = convert(robot.value(), folder.file("arm.urdf"));
  ASSERT_TRUE(urdf.ok());
  const auto lost = codes(urdf.findings());
  EXPECT_TRUE(std::count(lost.begin(), lost.end(), "lost-motor-inertia"));
  EXPECT_TRUE(std::count(lost.begin(), lost.end(), "lost-tolerances"));
  EXPECT_LT(urdf.value().difference, 1e-14);
  EXPECT_GT(urdf.value().lost.value(), 0.1);  // its rotors are most of the wrist's inertia
  const auto toml = convert(robot.value(), folder.file("arm.toml"));
  ASSERT_TRUE(toml.ok());
  EXPECT_TRUE(toml.findings().empty());
  EXPECT_EQ(toml.value().lost.value(), 0.0);
}

TEST(Convert, LeavesNothingBehindWhereItRefuses) {
  const Folder folder;
  const auto first_code = [](const Result<Converted>& result) {
    return result.ok() ? std::string("ok") : result.findings()[0].code;
  };
  const auto base = load(TAUFORGE_SOURCE_DIR "/robots/puma260.dyn");
  EXPECT_EQ(first_code(convert(base.value(), folder.file("a.urdf"))), "urdf-moments-without-mass");
  EXPECT_EQ(first_code(convert(base.value(), folder.file("a.yaml"))), "output-format");
  const auto strict = load(TAUFORGE_SOURCE_DIR "/robots/scara.toml", {.strict = true});
  EXPECT_EQ(first_code(convert(strict.value(), folder.file("a.dyn"), {.strict = true})).substr(0, 5), "lost-");
  EXPECT_EQ(folder.files(), 0u);
  ASSERT_TRUE(convert(base.value(), folder.file("a.toml")).ok());
  EXPECT_EQ(first_code(convert(base.value(), folder.file("a.toml"))), "output-exists");
  EXPECT_TRUE(convert(base.value(), folder.file("a.toml"), {.force = true}).ok());
  EXPECT_EQ(folder.files(), 1u);
}

}  // namespace
}  // namespace tauforge
