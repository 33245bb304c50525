// tauforge simulate, run as a user runs it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.h"

namespace tauforge::tests {

namespace {

const std::string robots = TAUFORGE_SOURCE_DIR "/robots/", scara = "'" + robots + "scara.toml'";
const std::string motion =
    "[motion]\nform = \"point_to_point\"\nfrom = [0, 0.5, 0.02, 0]\nto = [0.5, -0.5, 0.1, 1.0]\nseconds = 1.0\n";

TEST(SimulateCommand, WritesALogThatIdentifyReads) {
  const TemporaryFile exciting("exciting.toml", ""), log("log.csv", "");
  ASSERT_EQ(run_program("excite " + scara + " --evaluations 40 --scenario " + exciting.quoted()).exit_code, 0);
  const Answer run = run_program("simulate " + scara + " " + exciting.quoted() + " -o " + log.quoted());
  ASSERT_EQ(run.exit_code, 0) << run.text;
  const Answer found = run_program("identify --json " + scara + " " + log.quoted());
  ASSERT_EQ(found.exit_code, 0) << found.text;
  const auto json = nlohmann::json::parse(found.text.substr(found.text.find('{')));
  EXPECT_LT(json["training"]["all_percent"].get<double>(), 5.0)
      << found.text;  // relative error of torques, in per cent
}

TEST(SimulateCommand, SpeaksJson) {
  const TemporaryFile scenario("s.toml", motion);
  const Answer answer = run_program("simulate --json " + scara + " " + scenario.quoted());
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  const auto json = nlohmann::json::parse(answer.text);
  EXPECT_EQ(json["drives"].size(), 4u);
  EXPECT_EQ(json["samples"].get<int>(), 1001);
  EXPECT_EQ(json["dropped"].get<int>(), 0);
  EXPECT_EQ(json["timing"]["actions"]["full"].get<int>(), 1001);
  EXPECT_LT(std::abs(json["energy"]["relative_error"].get<double>()), 1e-6);
}

TEST(SimulateCommand, FollowsInTheSameWayWithGeneratedCode) {
  const TemporaryFile templates("t.toml", motion + "[control]\nrates = \"two\"\n"),
      generated("g.toml", motion + "[control]\nrates = \"two\"\ncode = \"generated\"\n");
  nlohmann::json runs[2];
  for (int k = 0; k < 2; ++k) {
    const Answer answer = run_program("simulate --json " + scara + " " + (k ? generated : templates).quoted());
    ASSERT_EQ(answer.exit_code, 0) << answer.text;
    runs[k] = nlohmann::json::parse(answer.text);
  }
  for (std::size_t j = 0; j < 4; ++j)
    EXPECT_NEAR(runs[0]["drives"][j]["largest_torque"].get<double>(),
                runs[1]["drives"][j]["largest_torque"].get<double>(),
                1e-2 * runs[0]["drives"][j]["largest_torque"].get<double>());
}

TEST(SimulateCommand, SaysWhereAScenarioIsWrong) {
  const TemporaryFile scenario("bad.toml", motion + "[executive]\nperiod = 0\n");
  const Answer answer = run_program("simulate " + scara + " " + scenario.quoted());
  EXPECT_EQ(answer.exit_code, 1);
  EXPECT_NE(answer.text.find("bad.toml:7:10: error: 'period' of the executive is 0 s [period-impossible]"),
            std::string::npos)
      << answer.text;
}

TEST(SimulateCommand, SaysWhereALineLeavesTheReachOfTheArm) {
  const TemporaryFile scenario("far.toml",
                               "[motion]\nform = \"line\"\nfrom = [0.4, 0.2, 0.3]\nto = [0.8, 0.2, 0.3]\n"
                               "zyz_deg = [0, 180, 0]\nspeed = 0.1\n");
  const Answer answer = run_program("simulate " + scara + " " + scenario.quoted());
  EXPECT_EQ(answer.exit_code, 1);
  // 0.325 + 0.275 m from the axis: x = sqrt(0.6^2 - 0.2^2) = 0.5657
  EXPECT_NE(answer.text.find("far.toml:4:6: error: the line ends after 0.1657 of 0.4 m, at [0.5657, 0.2, 0.3]"),
            std::string::npos)
      << answer.text;
  EXPECT_NE(answer.text.find("[line-unreachable]"), std::string::npos) << answer.text;
}

TEST(SimulateCommand, DoesNotOverwriteWhatAScenarioReads) {
  const TemporaryFile scenario("s.toml", motion + "[control]\nmodel = \"model.toml\"\n");
  const std::string model = (scenario.folder() / "model.toml").string();
  std::filesystem::copy_file(robots + "scara.toml", model);
  const Answer answer = run_program("simulate " + scara + " " + scenario.quoted() + " -o '" + model + "'");
  EXPECT_EQ(answer.exit_code, 2) << answer.text;
  EXPECT_EQ(run_program("check '" + model + "'").exit_code, 0);
}

TEST(SimulateCommand, TellsWhatAHomingFoundAndWritesPhasesAndOutputs) {
  const TemporaryFile scenario("s.toml", motion + "[homing]\n[[output]]\nname = \"gripper\"\nat = 0.5\n"),
      log("log.csv", "");
  const Answer answer = run_program("simulate --json " + scara + " " + scenario.quoted() + " -o " + log.quoted());
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  const auto json = nlohmann::json::parse(answer.text);
  ASSERT_EQ(json["homing"].size(), 4u);
  for (const auto& drive : json["homing"]) {
    EXPECT_TRUE(drive["fault"].is_null());
    EXPECT_LE(std::abs(drive["true_error"].get<double>()), 1e-4);
  }
  EXPECT_GT(json["motion_began_s"].get<double>(), 0.1);
  std::ifstream file(log.path());
  std::string header;
  std::getline(file, header);
  EXPECT_NE(header.find(",phase,output:brakes,output:gripper"), std::string::npos) << header;

  const TemporaryFile broken("broken.toml", motion +
                                                "[homing]\n[[fault]]\nkind = \"index_missing\"\nat = 0\ndrive = "
                                                "\"elbow\"\n");
  for (const char* command : {"simulate ", "run --priority 0 "}) {
    const Answer failed = run_program(command + scara + " " + broken.quoted());
    EXPECT_EQ(failed.exit_code, 6) << failed.text;
    EXPECT_NE(failed.text.find("elbow: it could not be homed: no index pulse within a revolution"), std::string::npos)
        << failed.text;
  }
}

TEST(SimulateCommand, KnowsItsExitCodes) {
  const TemporaryFile scenario("s.toml", motion), empty("empty.toml", "");
  EXPECT_EQ(run_program("simulate").exit_code, 2);
  EXPECT_EQ(run_program("simulate " + scara).exit_code, 2);
  EXPECT_EQ(run_program("simulate " + scara + " no-such-file.toml").exit_code, 1);
  EXPECT_EQ(run_program("simulate " + scara + " " + empty.quoted()).exit_code, 1);
  EXPECT_EQ(run_program("simulate no-such-robot.toml " + scenario.quoted()).exit_code, 1);
  EXPECT_EQ(run_program("simulate " + scara + " " + scenario.quoted() + " -o " + scenario.quoted()).exit_code, 2);
  EXPECT_EQ(run_program("simulate --json " + scara + " " + scenario.quoted() + " -o -").exit_code, 2);
  const TemporaryFile odd("odd.toml", motion + "[control]\nlaww = \"tracking\"\n");
  EXPECT_EQ(run_program("simulate " + scara + " " + odd.quoted()).exit_code, 0);
  EXPECT_EQ(run_program("simulate --strict " + scara + " " + odd.quoted()).exit_code, 1);
  EXPECT_EQ(run_program("simulate " + scara + " " + scenario.quoted() + " -o /no/such/folder/log.csv").exit_code, 4);
  const TemporaryFile hot("hot.toml", motion + "[[fault]]\nkind = \"motor_hot\"\nat = 0.5\ndrive = \"shoulder\"\n");
  for (const std::string command : {"simulate ", "run --priority 0 "}) {
    const Answer stopped = run_program(command + scara + " " + hot.quoted());
    EXPECT_EQ(stopped.exit_code, 6) << stopped.text;
    for (const char* part : {"shoulder: its thermal switch opened;", "[arm-stopped]"})
      EXPECT_NE(stopped.text.find(part), std::string::npos) << stopped.text;
  }
}

}  // namespace

}  // namespace tauforge::tests
