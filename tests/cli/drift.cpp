// tauforge drift, run as a user runs it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.h"

namespace tauforge::tests {

namespace {

TEST(DriftCommand, NamesTheParameterThatChanged) {
  const TemporaryFile before("before.json",
                             R"({"estimates": [{"name": "fs1", "full": {"value": 5, "deviation": 0.1}},
                                               {"name": "m6", "full": {"value": 1, "deviation": 0.2}}]})");
  const TemporaryFile now("now.json", R"({"estimates": [{"name": "fs1", "full": {"value": 6.5, "deviation": 0.1}},
                                                        {"name": "m6", "full": {"value": 1.1, "deviation": 0.2}}]})");
  const Answer answer = run_program("drift --json " + before.quoted() + " " + now.quoted());
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  const auto json = nlohmann::json::parse(answer.text);
  EXPECT_EQ(json["parameters"][0]["name"], "fs1");
  EXPECT_TRUE(json["parameters"][0]["drifted"].get<bool>());
  EXPECT_FALSE(json["parameters"][1]["drifted"].get<bool>());
  const Answer text = run_program("drift " + before.quoted() + " " + now.quoted());
  EXPECT_NE(text.text.find("1 of 2 parameters have drifted"), std::string::npos) << text.text;
}

TEST(DriftCommand, PointsAtWhatItCannotRead) {
  const TemporaryFile good("good.json", R"({"estimates": [{"name": "a", "full": {"value": 5, "deviation": 0.1}}]})");
  for (const char* text : {"", "{\n\"estimates\": [", "[1, 2]", "{}", R"({"estimates": [1, null, {"name": 3}]})",
                           R"({"estimates": [{"name": "a", "full": {"value": "x"}}]})"}) {
    const TemporaryFile bad("bad.json", text);
    const Answer answer = run_program("drift " + good.quoted() + " " + bad.quoted());
    EXPECT_EQ(answer.exit_code, 1) << text << answer.text;
    EXPECT_NE(answer.text.find("error:"), std::string::npos) << answer.text;
  }
  EXPECT_EQ(run_program("drift no.json no.json").exit_code, 1);
  EXPECT_EQ(run_program("drift " + good.quoted()).exit_code, 2);
}

}  // namespace

}  // namespace tauforge::tests
