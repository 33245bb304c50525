// tauforge convert, as a user runs it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace tauforge::tests {
namespace {

const std::string robots = TAUFORGE_SOURCE_DIR "/robots/";

TEST(Convert, PrintsTheDifferenceBesideThePath) {
  const TemporaryFile out("arm.dyn", "");
  const Answer refused = run_program("convert '" + robots + "puma560.toml' " + out.quoted());
  EXPECT_EQ(refused.exit_code, 2) << refused.text;
  EXPECT_NE(refused.text.find("[output-exists]"), std::string::npos) << refused.text;
  const Answer answer = run_program("convert --force '" + robots + "puma560.toml' " + out.quoted());
  EXPECT_EQ(answer.exit_code, 0) << answer.text;
  EXPECT_NE(answer.text.find(out.path() + ": written, specification file; read back, its torques differ by "),
            std::string::npos)
      << answer.text;
  EXPECT_NE(answer.text.find("[lost-limits]"), std::string::npos) << answer.text;
  EXPECT_EQ(run_program("check " + out.quoted()).exit_code, 0);
}

TEST(Convert, RefusesWhatTheFormatCannotHold) {
  const TemporaryFile folder("two.urdf",
                             "<robot name='two'><link name='b'/><link name='l'><inertial><mass value='1'/><inertia "
                             "ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><link name='r'/>"
                             "<joint name='j' type='continuous'><parent link='b'/><child link='l'/></joint>"
                             "<joint name='k' type='continuous'><parent link='b'/><child link='r'/></joint></robot>");
  const auto out = folder.folder() / "two.dyn";
  const Answer answer = run_program("convert " + folder.quoted() + " '" + out.string() + "'");
  EXPECT_EQ(answer.exit_code, 1) << answer.text;
  EXPECT_NE(answer.text.find("[specification-serial]"), std::string::npos) << answer.text;
  EXPECT_FALSE(std::filesystem::exists(out));
  EXPECT_EQ(run_program("convert --force " + folder.quoted() + " " + folder.quoted()).exit_code, 2);
}

TEST(Convert, SpeaksJson) {
  const TemporaryFile out("arm.urdf", "");
  const Answer answer = run_program("convert --json --force '" + robots + "puma560.toml' " + out.quoted());
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  const auto json = nlohmann::json::parse(answer.text);
  EXPECT_EQ(json["format"], "URDF");
  EXPECT_LT(json["difference"].get<double>(), 1e-12);
  EXPECT_GT(json["difference_with_lost"].get<double>(), 0.1);
  bool motor = false;
  for (const auto& lost : json["lost"]) motor = motor || lost["code"] == "lost-motor-inertia";
  EXPECT_TRUE(motor);
}

}  // namespace
}  // namespace tauforge::tests
