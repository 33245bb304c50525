#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "program.h"

namespace tauforge::tests {

namespace {

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

const std::string source = TAUFORGE_SOURCE_DIR;
const std::string write_arm = "campaign '" + source + "/robots/puma260.toml' --write-arm ";

}  // namespace

TEST(CampaignCommand, WritesTheArmOfTheExamplesByteForByte) {
  const TemporaryFile arm("arm.toml", "");
  const Answer answer = run_program(write_arm + arm.quoted() + " --force");
  EXPECT_EQ(answer.exit_code, 0) << answer.text;
  EXPECT_EQ(text_of(arm.path()), text_of(source + "/examples/paper000/arm.toml"));
}

TEST(CampaignCommand, DoesNotOverwriteTheRobotItReads) {
  const TemporaryFile robot("puma260.toml", text_of(source + "/robots/puma260.toml"));
  const Answer answer = run_program("campaign " + robot.quoted() + " --write-arm " + robot.quoted());
  EXPECT_EQ(answer.exit_code, 2) << answer.text;
  EXPECT_EQ(text_of(robot.path()), text_of(source + "/robots/puma260.toml"));
}

TEST(CampaignCommand, OverwritesAFileOnlyWhenForced) {
  const TemporaryFile arm("arm.toml", "mine");
  const Answer answer = run_program(write_arm + arm.quoted());
  EXPECT_EQ(answer.exit_code, 2) << answer.text;
  EXPECT_NE(answer.text.find("[file-exists]"), std::string::npos) << answer.text;
  EXPECT_EQ(text_of(arm.path()), "mine");
  EXPECT_EQ(run_program(write_arm + arm.quoted() + " --force").exit_code, 0);
  EXPECT_NE(text_of(arm.path()), "mine");
}

TEST(CampaignCommand, SaysWhatASeedIs) {
  for (const char* seed : {"-1", "1.5", "4294967296", "one"}) {
    const Answer answer = run_program("campaign '" + source + "/robots/puma260.toml' --seed " + seed);
    EXPECT_EQ(answer.exit_code, 2) << answer.text;
    EXPECT_NE(answer.text.find(std::string("'") + seed + "' is no seed"), std::string::npos) << answer.text;
  }
}

// Over the seeds, and each figure beside the published one.
TEST(CampaignCommand, GivesTheTablesOverSeveralSeeds) {
  const Answer answer = run_program("campaign '" + source + "/robots/puma260.toml' --quiet --json --seed 7 --seeds 3");
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  const auto json = nlohmann::json::parse(answer.text);
  EXPECT_EQ(json.at("draws"), 3);
  EXPECT_TRUE(json.at("selection").at("missing").empty());
  EXPECT_EQ(json.at("table_3").size(), 12u);
  EXPECT_EQ(json.at("gravity").size(), 3u);
  for (const auto& e : json.at("estimates")) {
    const auto& mean = e.at("table_1").at("mean");
    EXPECT_LE(mean.at("smallest"), mean.at("median"));
    EXPECT_LE(mean.at("median"), mean.at("largest"));
    EXPECT_TRUE(e.at("table_1").at("paper").contains("deviation"));
  }
  for (const auto& row : json.at("table_3")) {
    const double paper = row.at("paper");
    EXPECT_NEAR(row.at("value").at("median"), paper, 0.1 * std::abs(paper) + 0.002) << row;
  }
}

// Six drives are not enough: without the motors, the axes and the parameters of the PUMA 260 it would never end.
TEST(CampaignCommand, RefusesOtherRobotsAtOnceAndSaysWhy) {
  const std::pair<std::string, std::string> robots[] = {{"ur10e", "parameter c4 of table 1"},
                                                        {"puma560", "of table 1"},
                                                        {"stanford", "six turning joints"},
                                                        {"panda", "six turning joints"}};
  for (const auto& [robot, reason] : robots)
    for (const std::string option : {"", " --write-arm /nowhere/arm.toml"}) {
      const Answer answer = run_program("campaign --quiet '" + source + "/robots/" + robot + ".toml'" + option);
      EXPECT_EQ(answer.exit_code, 1) << answer.text;
      EXPECT_NE(answer.text.find("[robot-unsuited]"), std::string::npos) << answer.text;
      EXPECT_NE(answer.text.find(reason), std::string::npos) << answer.text;
    }
}

// A PUMA 260 on a heavy planet: motors that cannot hold it would move it for hours.
TEST(CampaignCommand, RefusesAnArmThatIsTooHeavyForTheMotors) {
  std::string text = text_of(source + "/robots/puma260.toml");
  const std::string gravity = "gravity = [0, 0, -9.81]";
  text.replace(text.find(gravity), gravity.size(), "gravity = [0, 0, -98.1]");
  const TemporaryFile robot("puma260.toml", text);
  const Answer answer = run_program("campaign --quiet " + robot.quoted());
  EXPECT_EQ(answer.exit_code, 1) << answer.text;
  EXPECT_NE(answer.text.find("even in slow motion"), std::string::npos) << answer.text;
}

TEST(CampaignCommand, WritesTheArmThatItMeasuresOrNone) {
  const TemporaryFile beside("puma.toml", "");
  for (const std::string arm : {"arm.urdf", "arm.toml' --coupled-wrist '--quiet", "arm.toml' --unmodelled '--quiet"}) {
    const Answer answer = run_program(write_arm + "'" + (beside.folder() / arm).string() + "'");
    EXPECT_EQ(answer.exit_code, 2) << answer.text;
  }
}

TEST(CampaignCommand, SaysWhenTheArmCannotBeWritten) {
  EXPECT_EQ(run_program(write_arm + "/nowhere/at/all/arm.toml").exit_code, 4);
}

}  // namespace tauforge::tests
