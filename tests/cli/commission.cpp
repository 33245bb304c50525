// tauforge commission, as a user runs it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.h"

namespace tauforge::tests {

namespace {

using nlohmann::json;

const std::string puma = "commission '" TAUFORGE_SOURCE_DIR "/robots/puma560.toml' ";

json read(const std::string& path) {
  std::ifstream file(path);
  return json::parse(file, nullptr, false);
}

bool says(const Answer& answer, const std::string& words) { return answer.text.find(words) != std::string::npos; }

}  // namespace

TEST(Commission, WritesTheRecordOfAVirtualArmThatPasses) {
  const TemporaryFile record("record.json", "");
  const Answer answer = run_program(puma + "--virtual --yes --by 'a test' -o " + record.quoted());
  EXPECT_EQ(answer.exit_code, 0) << answer.text;
  const json found = read(record.path());
  ASSERT_FALSE(found.is_discarded());
  EXPECT_EQ(found["passed"], true);
  EXPECT_EQ(found["by"], "a test");
  EXPECT_EQ(found["steps"].size(), 8u);
  EXPECT_EQ(found["hashes"]["machine"], "virtual");
  // every key that the schema wants, and no other
  const json schema = read(TAUFORGE_SOURCE_DIR "/docs/commissioning.schema.json");
  const auto fits = [](const json& value, const json& form) {
    for (const auto& [key, unused] : value.items()) EXPECT_TRUE(form["properties"].contains(key)) << key;
    for (const json& key : form["required"]) EXPECT_TRUE(value.contains(key.get<std::string>())) << key;
  };
  fits(found, schema);
  const json& step = schema["properties"]["steps"]["items"];
  for (const json& one : found["steps"]) {
    fits(one, step);
    for (const json& figure : one["figures"]) fits(figure, step["properties"]["figures"]["items"]);
  }
  // steps before --from are taken from the record that is there
  const Answer again = run_program(puma + "--virtual --yes --from slow -o " + record.quoted());
  EXPECT_EQ(again.exit_code, 0) << again.text;
  EXPECT_FALSE(says(again, "Step 1 of 8")) << again.text;
  EXPECT_EQ(read(record.path())["steps"].size(), 8u);
}

TEST(Commission, WantsSomebodyWhoAgrees) {
  const TemporaryFile record("record.json", "");
  const Answer answer = run_program(puma + "--virtual -o " + record.quoted());
  EXPECT_EQ(answer.exit_code, 2);
  EXPECT_TRUE(says(answer, "nobody-agrees")) << answer.text;
}

TEST(Commission, WantsAMachine) {
  const TemporaryFile record("record.json", "");
  EXPECT_EQ(run_program(puma + "--yes -o " + record.quoted()).exit_code, 2);
  EXPECT_EQ(run_program(puma + "--virtual --yes --from nowhere -o " + record.quoted()).exit_code, 2);
}

TEST(Commission, DoesNotBeginBeforeTheStepsBeforeWerePassed) {
  const TemporaryFile folder("unused", "");
  const Answer answer =
      run_program(puma + "--virtual --yes --from slow -o '" + (folder.folder() / "new.json").string() + "'");
  EXPECT_EQ(answer.exit_code, 1);
  EXPECT_TRUE(says(answer, "commissioning-incomplete")) << answer.text;
  EXPECT_FALSE(says(answer, "Step ")) << answer.text;  // nothing has moved
}

}  // namespace tauforge::tests
