// tauforge identify and tauforge campaign, run as a user runs them.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "program.h"

namespace tauforge::tests {

namespace {

const std::string puma = "'" TAUFORGE_SOURCE_DIR "/robots/puma260.toml'";

// The campaign's logs become a robot file that other commands read.
TEST(IdentifyCommand, MakesARobotFileOfTheLogsOfTheCampaign) {
  const TemporaryFile place("place.txt", "");
  const std::string folder = std::filesystem::path(place.path()).parent_path().string();
  const Answer campaign = run_program("campaign " + puma + " -o '" + folder + "/logs'");
  ASSERT_EQ(campaign.exit_code, 0) << campaign.text;
  EXPECT_NE(campaign.text.find("Table 2: the 23 significant ones alone"), std::string::npos) << campaign.text;
  std::string logs;
  for (const char* k : {"1", "2", "3", "4"}) logs += " '" + folder + "/logs/trajectory_" + k + ".csv'";
  const Answer answer = run_program("identify --json " + puma + logs + " --validate '" + folder +
                                    "/logs/trajectory_9.csv' -o '" + folder + "/found'");
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  const auto json = nlohmann::json::parse(answer.text);
  EXPECT_LT(json.at("validation").at(0).at("error").at("all_percent").get<double>(), 8.0);  // noise: 2 % of the largest
  EXPECT_GE(json.at("fitted_numbers").get<int>(), 20);
  EXPECT_EQ(json.at("possible").at("positive_postures"), json.at("possible").at("postures"));
  for (const char* file : {"puma260.identified.toml", "report.json", "residuals_4.csv", "validation_1.csv"})
    EXPECT_TRUE(std::filesystem::exists(folder + "/found/" + file)) << file;
  for (const char* file : {"identified", "reduced"})
    EXPECT_EQ(run_program("check '" + folder + "/found/puma260." + file + ".toml'").exit_code, 0) << file;
}

TEST(IdentifyCommand, SaysWhatIsWrongWithItsLogs) {
  EXPECT_EQ(run_program("identify " + puma).exit_code, 2);
  const Answer missing = run_program("identify " + puma + " none.csv");
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_NE(missing.text.find("[file-unreadable]"), std::string::npos) << missing.text;
  const TemporaryFile log("bad.csv", "t,q1,q2,q3,q4,q5,q6,tau1,tau2,tau3,tau4,tau5,tau6\n0,0,0,0,0,0,0,1,1,1,1,x,1\n");
  const Answer bad = run_program("identify " + puma + " " + log.quoted());
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_NE(bad.text.find("bad.csv:2:23"), std::string::npos) << bad.text;
  EXPECT_EQ(run_program("identify " + puma + " none.csv --generate").exit_code, 2);
}

}  // namespace

}  // namespace tauforge::tests
