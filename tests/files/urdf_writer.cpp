// URDF out and in again.
#include "tauforge/files/urdf_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "tauforge/files/lost.h"
#include "tauforge/files/urdf.h"
#include "tauforge/robot/assemble.h"
#include "tauforge/robot/exact_angles.h"
#include "tests/support/counterbalanced_arm.h"
#include "tests/support/random_robot.h"
#include "tests/support/shared_data.h"

namespace tauforge::files {

namespace {

using robot::Description;

Description again(const Description& description) {
  const auto text = write_urdf(description);
  EXPECT_TRUE(text.ok());
  auto result = read_urdf(source_from_text("again.urdf", text.ok() ? text.value() : ""));
  EXPECT_TRUE(result.ok()) << text.value() << (result.findings().empty() ? "" : to_text(result.findings()[0]));
  return result.ok() ? result.take() : Description{};
}

TEST(UrdfWriter, EveryUrdfOfTheSharedDataReadsBackExactly) {
  TAUFORGE_NEEDS_SHARED("robots");
  int robots = 0;
  for (const auto& entry : std::filesystem::directory_iterator(testing::shared_data() / "robots")) {
    if (entry.path().extension() != ".urdf") continue;
    auto source = read_source(entry.path().string());
    ASSERT_TRUE(source.ok());
    const auto first = read_urdf(source.value());
    if (!first) continue;
    ++robots;
    EXPECT_TRUE(same_content(first.value(), again(first.value()))) << entry.path();
  }
  EXPECT_EQ(robots, 18);
}

// The pose of body i in its parent at the coordinate q, offset included.
spatial::Pose<double> pose_at(const robot::Robot& robot, std::size_t i, double q) {
  const auto& par = robot.parameters;
  const double x = q + par.offset[i];
  if (robot.tree.is_revolute(static_cast<int>(i)))
    return par.placement[i] * spatial::Pose<double>{robot::rotation_z({std::cos(x), std::sin(x)}), {}};
  return par.placement[i] * spatial::Pose<double>{spatial::identity3<double>(), {0, 0, x}};
}

TEST(UrdfWriter, RandomRobotsReadBackAsTheSameBodiesAndMotions) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(::testing::Message() << "seed " << seed);
  tests::Random random(seed);
  for (int trial = 0; trial < 200; ++trial) {
    const Description first =
        tests::random_description(random, {.joints = random.integer(1, 7), .tree = true, .drives = false});
    const auto a = robot::assemble(first), b = robot::assemble(again(first));
    ASSERT_TRUE(a.ok() && b.ok());
    const auto &p = a.value(), &q = b.value();
    ASSERT_EQ(p.tree, q.tree);
    for (std::size_t i = 0; i < p.parameters.body.size(); ++i) {
      const auto X = pose_at(p, i, 0.3), Y = pose_at(q, i, 0.3);
      EXPECT_NEAR(X.p.x, Y.p.x, 1e-12);
      EXPECT_NEAR(X.p.y, Y.p.y, 1e-12);
      EXPECT_NEAR(X.p.z, Y.p.z, 1e-12);
      EXPECT_NEAR(X.R.xx, Y.R.xx, 1e-12);
      EXPECT_NEAR(X.R.yx, Y.R.yx, 1e-12);
      EXPECT_NEAR(X.R.zz, Y.R.zz, 1e-12);
      const auto &B = p.parameters.body[i], &C = q.parameters.body[i];
      EXPECT_NEAR(B.m, C.m, 1e-12);
      EXPECT_NEAR(B.h.x, C.h.x, 1e-11);
      EXPECT_NEAR(B.h.z, C.h.z, 1e-11);
      EXPECT_NEAR(B.I.xx, C.I.xx, 1e-11);
      EXPECT_NEAR(B.I.xy, C.I.xy, 1e-11);
      EXPECT_NEAR(B.I.yz, C.I.yz, 1e-11);
    }
  }
}

TEST(UrdfWriter, EscapesNames) {
  Description d;
  d.name = "a\"<&>'";
  for (const char* name : {"*/ int x;", "../", "${}", "<a>&amp;\n"}) d.links.push_back({{name, {}}, std::nullopt});
  const Description back = again(d);
  EXPECT_EQ(back.name, d.name);
  EXPECT_EQ(back.links, d.links);
}

TEST(UrdfWriter, RefusesNamesWithControlCharacters) {
  Description d;
  d.name = "bell\a";
  EXPECT_FALSE(write_urdf(d).ok());
}

TEST(UrdfWriter, RefusesAFirstMomentWithoutMass) {
  Description d;
  robot::InertialDescription moments;
  moments.centre_is_first_moment = true;
  moments.centre.value = {0, 1, 0};
  d.links.push_back({{"a", {}}, moments});
  const auto text = write_urdf(d);
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.findings()[0].code, "urdf-moments-without-mass");
}

TEST(UrdfWriter, SaysWhatUrdfCannot) {
  Description d;
  d.links.push_back({{"a", {}}, std::nullopt});
  d.gravity = {0, 0, -1.62};
  d.meaning = robot::Meaning::base;
  const auto text = write_urdf(d);
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(text.findings().size(), 2u);
}

TEST(UrdfWriter, NamesTheSpringsItLoses) {
  Description d = tests::counterbalanced_description();
  diagnostic::Findings lost;
  const Description left = held_by(robot::Format::urdf, d, lost);
  std::set<std::string> codes;
  for (const auto& finding : lost) codes.insert(finding.code);
  EXPECT_TRUE(codes.count("lost-spring") && codes.count("lost-counterbalance"));
  for (const auto& joint : left.joints) EXPECT_FALSE(joint.spring || joint.counterbalance);
  lost.clear();
  held_by(robot::Format::toml, d, lost);
  EXPECT_TRUE(lost.empty());
}

TEST(UrdfWriter, KeepsAFloatingBase) {
  Description d;
  d.floating_base = true;
  d.links.push_back({{"world", {}}, std::nullopt});
  const Description back = again(d);
  EXPECT_TRUE(back.floating_base);
  ASSERT_EQ(back.links.size(), 1u);
  EXPECT_EQ(back.links[0].name.value, "world");
}

}  // namespace

}  // namespace tauforge::files
