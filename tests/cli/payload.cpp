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
  EXPECT_NE(answer.text.find("[log-effort-missing]"), std::string::npos) << answer.text;
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

TEST(PayloadCommand, WritesACalibrationThatWeighs) {
  TAUFORGE_NEEDS_SHARED("data/ur10e");
  const std::string folder = (testing::shared_data() / "data/ur10e/").string();
  const std::string robot = folder + "ur10e.urdf", bare = folder + "unloaded_50s_14harm.csv",
                    carrying = folder + "loaded_2.805kg_50s_14harm.csv";
  const TemporaryFile gains("gains.toml", "");
  const Answer calibrated = run_program("payload " + robot + " --unloaded " + bare + "@195-2580 --loaded " + carrying +
                                        "@308-2689 --known-mass 2.805 -o " + gains.quoted());
  ASSERT_EQ(calibrated.exit_code, 0) << calibrated.text;
  const Answer weighed = run_program("payload --json " + robot + " --unloaded " + bare + "@2581-4966 --loaded " +
                                     carrying + "@2690-5071 --calibration " + gains.quoted());
  ASSERT_EQ(weighed.exit_code, 0) << weighed.text;
  const auto json = nlohmann::json::parse(weighed.text);
  EXPECT_LT(json["mass"]["low"].get<double>(), 2.805);
  EXPECT_GT(json["mass"]["high"].get<double>(), 2.805);
  const std::string puma = TAUFORGE_SOURCE_DIR "/robots/puma560.toml";
  const Answer other = run_program("payload '" + puma + "' --unloaded " + bare + " --loaded " + carrying +
                                   " --calibration " + gains.quoted());
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_NE(other.text.find("[calibration-other-robot]"), std::string::npos) << other.text;
}

}  // namespace

}  // namespace tauforge::tests
