#include <gtest/gtest.h>

#include <fstream>
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
const std::string write_plant = "campaign '" + source + "/robots/puma260.toml' --write-plant ";

}  // namespace

TEST(CampaignCommand, WritesThePlantOfTheExamplesByteForByte) {
  const TemporaryFile plant("plant.toml", "");
  const Answer answer = run_program(write_plant + plant.quoted() + " --perturb-seed 76");
  EXPECT_EQ(answer.exit_code, 0) << answer.text;
  EXPECT_EQ(text_of(plant.path()), text_of(source + "/examples/paper000/plant.toml"));
}

TEST(CampaignCommand, DrawsAnotherPlantWithAnotherSeed) {
  const TemporaryFile one("one.toml", ""), two("two.toml", "");
  EXPECT_EQ(run_program(write_plant + one.quoted() + " --perturb-seed 2").exit_code, 0);
  EXPECT_EQ(run_program(write_plant + two.quoted() + " --perturb-seed 3").exit_code, 0);
  EXPECT_NE(text_of(one.path()), text_of(two.path()));
}

TEST(CampaignCommand, DoesNotOverwriteTheRobotItReads) {
  const TemporaryFile robot("puma260.toml", text_of(source + "/robots/puma260.toml"));
  const Answer answer = run_program("campaign " + robot.quoted() + " --write-plant " + robot.quoted());
  EXPECT_EQ(answer.exit_code, 2) << answer.text;
  EXPECT_EQ(text_of(robot.path()), text_of(source + "/robots/puma260.toml"));
}

TEST(CampaignCommand, SaysWhenThePlantCannotBeWritten) {
  EXPECT_EQ(run_program(write_plant + "/nowhere/at/all/plant.toml").exit_code, 4);
}

}  // namespace tauforge::tests
