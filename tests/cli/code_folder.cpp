// A scenario that runs code which `tauforge generate` wrote before.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "program.h"

namespace tauforge::tests {

namespace {

const std::string robots = std::string("'") + TAUFORGE_SOURCE_DIR + "/robots/";

const std::string scenario =
    "schema = 1\n[motion]\nform = \"point_to_point\"\nfrom = [0, 0, 0, 0]\nto = [0.3, 0.4, 0.05, 0.2]\nseconds = 1\n"
    "[control]\nrates = \"two\"\ncode_folder = \"code\"\n[executive]\nperiod = 0.002\n";

Answer generate(const TemporaryFile& beside, const std::string& robot, const std::string& options) {
  return run_program("generate " + robots + robot + "' --effort 50 --quiet " + options + " -o '" +
                     (beside.folder() / "code").string() + "'");
}

Answer simulate(const TemporaryFile& file, const std::string& robot) {
  return run_program("simulate " + robots + robot + "' " + file.quoted() + " --json");
}

}  // namespace

TEST(CodeFolder, IsWhatRunsAndStaysAsItWas) {
  const TemporaryFile file("scenario.toml", scenario);
  ASSERT_EQ(generate(file, "scara.toml", "--functions inverse_dynamics,gravity --two-rate").exit_code, 0);
  const Answer answer = simulate(file, "scara.toml");
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  EXPECT_EQ(nlohmann::json::parse(answer.text).at("generated_code_called").at("synchronous"), 501);
  for (const auto& entry : std::filesystem::directory_iterator(file.folder() / "code"))
    EXPECT_NE(entry.path().extension(), ".so");
}

TEST(CodeFolder, IsRefusedWhenItIsOfAnotherRobot) {
  const TemporaryFile file("scenario.toml", scenario);
  ASSERT_EQ(generate(file, "scara.toml", "--functions inverse_dynamics,gravity --two-rate").exit_code, 0);
  // one digit of one constant, as somebody may edit it
  const auto path = file.folder() / "code" / "scara.c";
  std::string text;
  {
    std::ostringstream all;
    all << std::ifstream(path).rdbuf();
    text = all.str();
  }
  const auto constant = text.find("#define K1 ");
  ASSERT_NE(constant, std::string::npos);
  text.insert(constant + 11, "1");
  std::ofstream(path) << text;
  const Answer answer = simulate(file, "scara.toml");
  EXPECT_EQ(answer.exit_code, 1);
  EXPECT_NE(answer.text.find("[code-of-another-robot]"), std::string::npos) << answer.text;
  EXPECT_NE(answer.text.find("scenario.toml:9:15"), std::string::npos) << answer.text;
}

TEST(CodeFolder, CanBeToldWhatTheArmCarriesOnlyWhenItWasMadeForThat) {
  const TemporaryFile file("scenario.toml",
                           scenario + "[[fault]]\nkind = \"payload\"\nat = 0.2\nmass = 1.0\ntold_after = 0.1\n");
  ASSERT_EQ(generate(file, "scara.toml", "--functions inverse_dynamics,gravity --two-rate").exit_code, 0);
  const Answer deaf = simulate(file, "scara.toml");
  EXPECT_EQ(deaf.exit_code, 1);
  EXPECT_NE(deaf.text.find("[code-run-time]"), std::string::npos) << deaf.text;
  const std::string two_rates = "--functions inverse_dynamics,gravity --two-rate --run-time ";
  ASSERT_EQ(generate(file, "scara.toml", two_rates + "payload").exit_code, 0);
  EXPECT_EQ(simulate(file, "scara.toml").exit_code, 0);
  ASSERT_EQ(generate(file, "scara.toml", two_rates + "payload,gravity").exit_code, 0);
  const Answer more = simulate(file, "scara.toml");
  EXPECT_EQ(more.exit_code, 1);
  EXPECT_NE(more.text.find("[code-run-time]"), std::string::npos) << more.text;
}

TEST(CodeFolder, SaysWhatIsMissing) {
  const TemporaryFile file("scenario.toml", scenario);
  const Answer nothing = simulate(file, "scara.toml");
  EXPECT_EQ(nothing.exit_code, 1);
  EXPECT_NE(nothing.text.find("[code-folder]"), std::string::npos) << nothing.text;
  ASSERT_EQ(generate(file, "scara.toml", "--functions gravity").exit_code, 0);
  const Answer part = simulate(file, "scara.toml");
  EXPECT_EQ(part.exit_code, 1);
  EXPECT_NE(part.text.find("has no function inverse_dynamics"), std::string::npos) << part.text;
}

}  // namespace tauforge::tests
