#include "tauforge/report/page.h"

#include <gtest/gtest.h>

#include "tauforge/files/read_robot.h"
#include "tauforge/report/fill.h"
#include "tauforge/report/robot_functions.h"
#include "tauforge/report/robot_scene.h"
#include "tests/support/robots.h"

namespace tauforge::tests {
namespace {

using nlohmann::json;

Robot loaded(const std::string& name) {
  return load(std::string(TAUFORGE_SOURCE_DIR) + "/robots/" + name + ".toml").take();
}

TEST(Page, HoldsItsDataOnceAndNothingThatEndsItsScripts) {
  if (report::page_template().text.empty()) GTEST_SKIP() << report::page_template().why_not;
  const Robot robot = loaded("puma560");
  report::Page page{"</title><script>", {}};
  page.chapters.push_back({"a", robot, {{"log.csv", {"t", "q1"}, {{0.0, 1.0}, {2.0, 3.0}}}}, {}});
  page.chapters.push_back({"b", robot, {}, {{"</script>", {{"kinds", {}}, {"false_alarms", {}}}}}});
  const auto text = report::page_text(page);
  ASSERT_TRUE(text.ok());
  const auto times = [&](const std::string& what) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.value().find(what, at)) != std::string::npos; at += what.size()) ++count;
    return count;
  };
  EXPECT_EQ(times("</script>"), 3u);
  EXPECT_EQ(times("<script"), 3u);
  EXPECT_EQ(times("function inverse_dynamics("), 1u) << "two chapters share a robot";
  EXPECT_NE(text.value().find("<title>&lt;/title&gt;&lt;script&gt;</title>"), std::string::npos);
  for (const char* mark : {"@TITLE@", "@DATA@", "@FUNCTIONS@", "@STYLE@", "@SCRIPT@"})
    EXPECT_EQ(times(mark), 0u) << mark;
  for (const char* address : {"http://", "https://"})  // names of XML and of licences, nothing that is fetched
    EXPECT_EQ(text.value().find(std::string("src=\"") + address), std::string::npos);
}

TEST(Page, ThatCouldNotBeBundledSaysWhyAndWhatToInstall) {
  const auto text = report::filled({"", "node and npm were not found"}, {"title", {}});
  ASSERT_FALSE(text.ok());
  ASSERT_EQ(text.findings().size(), 1u);
  EXPECT_EQ(text.findings()[0].code, "page-missing");
  EXPECT_NE(text.findings()[0].message.find("node and npm were not found"), std::string::npos);
  EXPECT_NE(text.findings()[0].hint.find("install node and npm"), std::string::npos);
}

TEST(Page, HasFunctionsOfEveryRobotWithTheAnswersOfTheTemplates) {
  for (const std::string& name : robot_names()) {
    const auto functions = report::robot_functions(robot_in_folder(name), name);
    ASSERT_TRUE(functions.ok()) << name;
    const json& cases = functions.value().cases;
    for (const char* function : {"inverse_dynamics", "mass_matrix", "forward_kinematics"})
      ASSERT_TRUE(cases.contains(function)) << name << ": " << function;
    EXPECT_EQ(functions.value().text.find('<'), std::string::npos) << name;
    EXPECT_FALSE(cases["inverse_dynamics"].empty());
  }
}

// A body of 2 kg with I = diag(1, 2, 2.5): m/5 (b^2 + c^2) = 1, m/5 (a^2 + c^2) = 2, m/5 (a^2 + b^2) = 2.5.
TEST(Page, DrawsTheEllipsoidThatHasTheInertiaOfABody) {
  files::LoadedRobot robot = loaded("scara").details();
  auto& body = robot.robot.parameters.body[0];
  robot.robot.parameters.link_frame[0] = {};
  body = {2.0, {}, {1.0, 2.0, 2.5, 0.0, 0.0, 0.0}};
  const json ellipsoid = report::robot_scene(robot)["bodies"][0]["ellipsoid"];
  const double a2 = 2.5 / 2.0 * (2.0 + 2.5 - 1.0), b2 = 2.5 / 2.0 * (1.0 + 2.5 - 2.0),
               c2 = 2.5 / 2.0 * (1.0 + 2.0 - 2.5);
  const double squares[] = {a2, b2, c2};
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(ellipsoid["axes"][k].get<double>(), std::sqrt(squares[k]), 1e-12);
  body.I.xx = 5.0;  // more than the two others together
  EXPECT_TRUE(report::robot_scene(robot)["bodies"][0]["ellipsoid"].is_null());
}

}  // namespace
}  // namespace tauforge::tests
