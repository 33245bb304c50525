// tauforge excite, run as a user runs it.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "program.h"

namespace tauforge::tests {

namespace {

const std::string robot = "'" TAUFORGE_SOURCE_DIR "/robots/scara.toml'";

TEST(Excite, WritesATableThatOtherCommandsRead) {
  const TemporaryFile table("motion.csv", ""), scenario("motion.toml", "");
  const Answer answer =
      run_program("excite " + robot + " --evaluations 40 -o " + table.quoted() + " --scenario " + scenario.quoted());
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  EXPECT_NE(answer.text.find("within every limit"), std::string::npos) << answer.text;
  EXPECT_EQ(answer.text.find("NOT within"), std::string::npos) << answer.text;
  const Answer torques = run_program("evaluate " + robot + " " + table.quoted() + " -o /dev/null");
  EXPECT_EQ(torques.exit_code, 0) << torques.text;
  const Answer logs = run_program("logs --json " + table.quoted());
  ASSERT_EQ(logs.exit_code, 0) << logs.text;
  EXPECT_NEAR(nlohmann::json::parse(logs.text)["files"][0]["signals"]["usual_period"].get<double>(), 0.005, 1e-9);
  std::ifstream text(scenario.path());
  const std::string contents{std::istreambuf_iterator<char>(text), {}};
  EXPECT_NE(contents.find("form = \"fourier\""), std::string::npos);
}

TEST(Excite, SpeaksJson) {
  const Answer answer =
      run_program("excite --json --form polynomial --evaluations 40 --velocity 1 --acceleration 5 " + robot);
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  const auto json = nlohmann::json::parse(answer.text);
  EXPECT_EQ(json["joints"].size(), 4u);
  EXPECT_TRUE(json["within_limits"].get<bool>());
  EXPECT_LE(json["condition"].get<double>(), json["random_condition"].get<double>());
}

TEST(Excite, KnowsItsExitCodes) {
  EXPECT_EQ(run_program("excite").exit_code, 2);
  EXPECT_EQ(run_program("excite --harmonics 1 " + robot).exit_code, 2);
  EXPECT_EQ(run_program("excite no-such-robot.toml").exit_code, 1);
  EXPECT_EQ(run_program("excite --evaluations 21 " + robot + " -o /no/such/folder/m.csv").exit_code, 4);
  EXPECT_EQ(run_program("excite --evaluations 21 --longest 0.001 " + robot).exit_code, 1);
}

}  // namespace

}  // namespace tauforge::tests
