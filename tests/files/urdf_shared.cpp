// The URDF files of the shared data: nineteen robots found in the wild. Masses and freedoms are
// those of the table in its README (total mass as MuJoCo adds it up).
#include <gtest/gtest.h>

#include <ostream>
#include <set>

#include "tauforge/files/urdf.h"
#include "tauforge/robot/assemble.h"
#include "tests/support/shared_data.h"

namespace tauforge::files {

namespace {

struct Expected {
  const char* file;
  int joints;                   // every joint that moves, mimics included
  double mass;                  // [kg]; negative: the README gives none
  std::set<std::string> codes;  // warnings of the reader and of assemble

  friend void PrintTo(const Expected& expected, std::ostream* out) { *out << expected.file; }
};

std::string path_of(const char* file) { return (testing::shared_data() / "robots" / file).string(); }

double total_mass(const robot::Description& d) {
  double sum = 0;
  for (const auto& link : d.links) sum += link.inertial ? link.inertial->mass.value : 0.0;
  return sum;
}

class SharedUrdf : public ::testing::TestWithParam<Expected> {};

TEST_P(SharedUrdf, IsReadAndAssembled) {
  TAUFORGE_NEEDS_SHARED("robots");
  auto source = read_source(path_of(GetParam().file));
  ASSERT_TRUE(source.ok());
  const auto description = read_urdf(source.value());
  for (const auto& finding : description.findings())
    if (finding.severity == diagnostic::Severity::error) ADD_FAILURE() << to_text(finding);
  ASSERT_TRUE(description.ok());
  if (GetParam().mass >= 0) {
    EXPECT_NEAR(total_mass(description.value()), GetParam().mass, 5.1e-4);
  }

  const auto assembled = robot::assemble(description.value());
  ASSERT_TRUE(assembled.ok()) << to_text(assembled.findings().front());
  EXPECT_EQ(assembled.value().tree.size(), GetParam().joints);
  EXPECT_EQ(assembled.value().tree.nv(), GetParam().joints);

  std::set<std::string> codes;
  for (const auto* findings : {&description.findings(), &assembled.findings()})
    for (const auto& finding : *findings) {
      EXPECT_GT(finding.at.line, 0) << to_text(finding);
      if (finding.severity == diagnostic::Severity::warning) codes.insert(finding.code);
    }
  EXPECT_EQ(codes, GetParam().codes);
}

INSTANTIATE_TEST_SUITE_P(
    Robots, SharedUrdf,
    ::testing::Values(Expected{"franka_panda.urdf", 7, 17.990, {}}, Expected{"ur5e.urdf", 6, 20.994, {}},
                      Expected{"kuka_iiwa14.urdf", 7, 30.610, {}}, Expected{"kinova_gen3.urdf", 7, 8.325, {}},
                      Expected{"staubli_rx160.urdf", 6, 155.338, {}}, Expected{"puma560.urdf", 6, 0.0, {}},
                      Expected{"xarm7.urdf", 13, -1, {"element-repeated"}}, Expected{"abb_irb6640.urdf", 8, 0.0, {}},
                      Expected{"gantry_rex.urdf", 6, -1, {}}, Expected{"scara.urdf", 3, 3.700, {}},
                      Expected{"stretch_se3.urdf", 14, 24.789, {}}, Expected{"baxter.urdf", 19, 137.333, {}},
                      Expected{"solo12.urdf", 12, 2.500, {}}, Expected{"anymal_c.urdf", 12, -1, {}},
                      Expected{"hyq.urdf", 12, -1, {}}, Expected{"unitree_h1.urdf", 19, 59.338, {}},
                      Expected{"pr2.urdf", 28, -1, {"link-undeclared"}},
                      Expected{"double_pendulum_continuous.urdf", 2, 0.701, {}}),
    [](const auto& test) {
      std::string name = test.param.file;
      return name.substr(0, name.find('.'));
    });

TEST(SharedXacro, IsRecognisedAndNothingElseIsSaid) {
  TAUFORGE_NEEDS_SHARED("robots");
  auto source = read_source(path_of("unexpanded_xarm7.xacro.urdf"));
  ASSERT_TRUE(source.ok());
  const auto description = read_urdf(source.value());
  EXPECT_FALSE(description.ok());
  ASSERT_EQ(description.findings().size(), 1u);
  EXPECT_EQ(description.findings()[0].code, "xacro-unexpanded");
  EXPECT_EQ(description.findings()[0].at.line, 4);
  EXPECT_NE(description.findings()[0].hint.find("xacro"), std::string::npos);
}

}  // namespace

}  // namespace tauforge::files
