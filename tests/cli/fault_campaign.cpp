// tauforge simulate --faults, run as a user runs it.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "program.h"

namespace tauforge::tests {

namespace {

using nlohmann::json;

const std::string panda =
    "'" TAUFORGE_SOURCE_DIR "/robots/panda.toml' '" TAUFORGE_SOURCE_DIR "/examples/faults/panda.toml' ";

// As much of JSON Schema as docs/fault-campaign.schema.json uses; empty: the value fits.
std::string misfit(const json& value, const json& schema, const std::string& at = "") {
  const auto is = [&](const std::string& type) {
    return (type == "object" && value.is_object()) || (type == "array" && value.is_array()) ||
           (type == "string" && value.is_string()) || (type == "boolean" && value.is_boolean()) ||
           (type == "null" && value.is_null()) || (type == "number" && value.is_number()) ||
           (type == "integer" && value.is_number_integer());
  };
  if (schema.contains("const")) return value == schema["const"] ? "" : at + ": another constant";
  if (const json& type = schema["type"];
      type.is_array() ? std::none_of(type.begin(), type.end(), [&](const json& t) { return is(t); }) : !is(type))
    return at + ": not " + type.dump();
  if (schema.contains("minimum") && value < schema["minimum"]) return at + ": too small";
  if (schema.contains("maximum") && value > schema["maximum"]) return at + ": too large";
  if (schema.contains("pattern") &&
      !std::regex_search(value.get<std::string>(), std::regex(schema["pattern"].get<std::string>())))
    return at + ": " + value.dump();
  if (value.is_array())
    for (const json& item : value)
      if (const std::string wrong = misfit(item, schema["items"], at + "[]"); !wrong.empty()) return wrong;
  if (!value.is_object()) return "";
  for (const auto& key : schema["required"])
    if (!value.contains(key)) return at + ": no " + key.get<std::string>();
  for (const auto& [key, inner] : value.items()) {
    if (!schema["properties"].contains(key)) return at + ": an unknown " + key;
    if (const std::string wrong = misfit(inner, schema["properties"][key], at + "/" + key); !wrong.empty())
      return wrong;
  }
  return "";
}

TEST(FaultCampaignCommand, PrintsJsonAsItsSchemaSaysAndTheSameForAnyNumberOfThreads) {
  std::ifstream file(TAUFORGE_SOURCE_DIR "/docs/fault-campaign.schema.json");
  const json schema = json::parse(file);
  const std::string arguments = "simulate " + panda + "--faults campaign --runs 30 --fault-free 3 --json --jobs ";
  const Answer one = run_program(arguments + "1"), three = run_program(arguments + "3");
  ASSERT_TRUE(one.exit_code == 0 || one.exit_code == 6) << one.text;
  EXPECT_EQ(one.text, three.text);
  const json report = json::parse(one.text);
  EXPECT_EQ(misfit(report, schema), "");
  EXPECT_EQ(report["runs"], 33);
  EXPECT_EQ(report["passes"].get<bool>(), one.exit_code == 0);
  std::size_t runs = 3, early = 0;
  for (const json& kind : report["kinds"]) runs += kind["runs"].get<std::size_t>();
  for (const json& alarm : report["false_alarms"]["runs"]) early += !alarm["kind"].is_null();
  EXPECT_EQ(runs + early, 33u);
  json broken = report;
  broken["kinds"][0].erase("runs");
  EXPECT_NE(misfit(broken, schema), "") << "the check sees what is missing";
}

TEST(FaultCampaignCommand, PrintsATableWithinEightyColumns) {
  const Answer answer = run_program("simulate " + panda + "--faults campaign --runs 20 --fault-free 2 --quiet");
  ASSERT_TRUE(answer.exit_code == 0 || answer.exit_code == 6) << answer.text;
  EXPECT_NE(answer.text.find("found %"), std::string::npos);
  EXPECT_NE(answer.text.find("per hour"), std::string::npos);
  std::istringstream lines(answer.text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
}

TEST(FaultCampaignCommand, WritesARunAsAScenarioThatGivesTheSameLog) {
  const TemporaryFile scenario("run.toml", ""), first("a.csv", ""), second("b.csv", "");
  const Answer only = run_program("simulate " + panda + "--faults campaign --only 3 --write-scenario " +
                                  scenario.quoted() + " -o " + first.quoted());
  ASSERT_TRUE(only.exit_code == 0 || only.exit_code == 6) << only.text;
  const Answer again = run_program("simulate '" TAUFORGE_SOURCE_DIR "/robots/panda.toml' " + scenario.quoted() +
                                   " -o " + second.quoted());
  EXPECT_EQ(again.exit_code, only.exit_code) << again.text;
  const auto text = [](const std::string& path) {
    std::ifstream stream(path);
    return std::string(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  };
  EXPECT_GT(text(first.path()).size(), 10000u);
  EXPECT_EQ(text(first.path()), text(second.path()));
}

TEST(FaultCampaignCommand, WritesTheCampaignOfTheProgramAndReadsItAgain) {
  const TemporaryFile campaign("mine.toml", "");
  ASSERT_EQ(run_program("simulate " + panda + "--write-campaign " + campaign.quoted()).exit_code, 0);
  const std::string arguments = " --runs 5 --fault-free 1 --json";
  EXPECT_EQ(run_program("simulate " + panda + "--faults " + campaign.quoted() + arguments).text,
            run_program("simulate " + panda + "--faults campaign" + arguments).text);
}

TEST(FaultCampaignCommand, KnowsItsExitCodes) {
  // a kind that is always detected, at once
  const TemporaryFile fine("fine.toml", "[[fault]]\nkind = \"motor_hot\"\n"),
      bad("bad.toml", "[[fault]]\nkind = \"hot\"\n");
  const Answer passes = run_program("simulate " + panda + "--faults " + fine.quoted() + " --runs 5 --fault-free 1");
  EXPECT_EQ(passes.exit_code, 0) << passes.text;
  EXPECT_NE(passes.text.find("motor_hot"), std::string::npos);
  EXPECT_EQ(run_program("simulate " + panda + "--faults " + bad.quoted()).exit_code, 1);
  EXPECT_EQ(run_program("simulate " + panda + "--faults no-such-file.toml").exit_code, 1);
  EXPECT_EQ(run_program("simulate " + panda + "--only 3").exit_code, 2);
  EXPECT_EQ(run_program("simulate " + panda + "--runs 3").exit_code, 2);
  EXPECT_EQ(run_program("simulate " + panda + "--faults campaign --only three").exit_code, 2);
  EXPECT_EQ(run_program("simulate " + panda + "--faults campaign --seed -1").exit_code, 2);
}

}  // namespace

}  // namespace tauforge::tests
