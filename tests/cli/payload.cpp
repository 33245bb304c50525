// tauforge payload, run as a user runs it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.h"
#include "tests/support/shared_data.h"

namespace tauforge::tests {

namespace {

TEST(PayloadCommand, NeedsItsLogs) {
  EXPECT_EQ(run_program("payload").exit_code, 2);
  const std::string robot = TAUFORGE_SOURCE_DIR "/robots/puma560.toml";
  const TemporaryFile log("short.csv", "t,q1,q2,q3,q4,q5,q6\n0,0,0,0,0,0,0\n1,0,0,0,0,0,0\n");
  const Answer answer = run_program("payload '" + robot + "' --unloaded " + log.quoted() + " --loaded " + log.quoted());
  EXPECT_EQ(answer.exit_code, 1);
  EXPECT_NE(answer.text.find("[effort-missing]"), std::string::npos) << answer.text;
  EXPECT_EQ(run_program("payload '" + robot + "' --unloaded none.csv --loaded none.csv").exit_code, 1);
}

TEST(PayloadCommand, FindsTheWeighedLoadOfTheRealPair) {
  TAUFORGE_NEEDS_SHARED("data/ur10e");
  const std::string folder = (testing::shared_data() / "data/ur10e/").string();
  const Answer answer =
      run_program("payload --json " + folder + "ur10e.urdf --unloaded " + folder +
                  "unloaded_50s_14harm.csv@195-4966 --loaded " + folder + "loaded_2.805kg_50s_14harm.csv@308-5071");
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  const auto json = nlohmann::json::parse(answer.text);
  EXPECT_LT(json["mass"]["low"].get<double>(), 2.805);
  EXPECT_GT(json["mass"]["high"].get<double>(), 2.805);
  EXPECT_EQ(json["gains"].size(), 6u);
}

}  // namespace

}  // namespace tauforge::tests
