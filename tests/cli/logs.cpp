// tauforge logs, run as a user runs it.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "program.h"

namespace tauforge::tests {

namespace {

using Json = nlohmann::json;

std::string swing(const char* header = "t,q1,tau1") {
  std::string text = std::string(header) + "\n";
  for (int k = 0; k < 2000; ++k) {
    const double t = 0.005 * k, q = std::sin(2 * t), qd = 2 * std::cos(2 * t);
    text += std::to_string(t) + "," + std::to_string(q) + "," + std::to_string(5 * q + 2 * std::tanh(50 * qd)) + "\n";
  }
  return text;
}

TEST(Logs, PrintsATableAndExitsWithZero) {
  const TemporaryFile log("run.csv", swing());
  const Answer answer = run_program("logs " + log.quoted());
  EXPECT_EQ(answer.exit_code, 0) << answer.text;
  EXPECT_NE(answer.text.find("2000 samples of 1 joints in"), std::string::npos) << answer.text;
  EXPECT_NE(answer.text.find("0 errors"), std::string::npos);
}

TEST(Logs, SpeaksJson) {
  const TemporaryFile log("run.csv", swing());
  const Answer answer = run_program("logs --json " + log.quoted());
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  const Json json = Json::parse(answer.text);
  const Json& signals = json["files"][0]["signals"];
  EXPECT_EQ(signals["samples"], 2000);
  EXPECT_NEAR(signals["usual_period"].get<double>(), 0.005, 1e-9);
  EXPECT_NEAR(signals["joints"][0]["friction"].get<double>(), 2.0, 0.3);
  EXPECT_EQ(signals["effort"], "torque");
}

TEST(Logs, TakesColumnsUnitsAndRows) {
  const TemporaryFile log("run.csv", swing("zeit,angle1,amp1"));
  const Answer answer = run_program("logs --json --time zeit --position 'angle{}' --current 'amp{}' --gains 10 " +
                                    std::string("'") + log.path() + "@101-900'");
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  const Json json = Json::parse(answer.text);
  EXPECT_EQ(json["files"][0]["signals"]["samples"], 800);
  EXPECT_NEAR(json["files"][0]["signals"]["joints"][0]["friction"].get<double>(), 20.0, 3.0);
}

TEST(Logs, ReadsALayoutAndPointsAtItsMistakes) {
  const TemporaryFile log("run.csv", swing());
  const TemporaryFile good("layout.toml", "position_unit = \"deg\"\n");
  EXPECT_EQ(run_program("logs --layout " + good.quoted() + " " + log.quoted()).exit_code, 0);
  const TemporaryFile bad("layout.toml", "time = \"t\"\nposition_unit = \"grad\"\n");
  const Answer answer = run_program("logs --layout " + bad.quoted() + " " + log.quoted());
  EXPECT_EQ(answer.exit_code, 1);
  EXPECT_NE(answer.text.find("layout.toml:2:17: error"), std::string::npos) << answer.text;
}

TEST(Logs, ExitsWithOneOnFilesItCannotRead) {
  for (const char* text :
       {"", "t,q1\n", "t,q1\n0,1\n1,x\n", "t,q1,tau1\n0,1,2\n1,nan,2\n2,1,3\n", "a,b\n1,2\n", "\0\1\2"}) {
    const TemporaryFile log("bad.csv", text);
    const Answer answer = run_program("logs " + log.quoted());
    EXPECT_EQ(answer.exit_code, 1) << answer.text;
    EXPECT_NE(answer.text.find("error:"), std::string::npos) << answer.text;
  }
  EXPECT_EQ(run_program("logs no-such-file.csv").exit_code, 1);
  EXPECT_EQ(run_program("logs").exit_code, 2);
  const TemporaryFile log("run.csv", swing());
  EXPECT_EQ(run_program("logs --time-unit hours " + log.quoted()).exit_code, 1);
}

}  // namespace

}  // namespace tauforge::tests
