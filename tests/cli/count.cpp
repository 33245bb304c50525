// tauforge count, run as a user runs it, against the figures that the papers print.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.h"

namespace tauforge::tests {

namespace {

using Json = nlohmann::json;

const std::string robots = TAUFORGE_SOURCE_DIR "/robots/";

Json count(const std::string& arguments) {
  const Answer answer = run_program("count --json " + arguments);
  EXPECT_EQ(answer.exit_code, 0) << answer.text;
  return Json::parse(answer.text);
}

Json row(const Json& robot, const std::string& function, const std::string& formulation) {
  for (const auto& candidate : robot["rows"])
    if (candidate["function"] == function && candidate["formulation"] == formulation) return candidate;
  ADD_FAILURE() << "no row " << function << " " << formulation;
  return {};
}

Json operations(int multiplications, int additions) {
  return {{"multiplications", multiplications}, {"additions", additions}};
}

TEST(Count, SpeaksJsonWithARowForEveryFormulationOfEveryRobot) {
  const Json answer = count("'" + robots + "puma260.toml' '" + robots + "stanford.toml'");
  ASSERT_EQ(answer["robots"].size(), 2u);
  for (const auto& robot : answer["robots"]) {
    EXPECT_EQ(robot["joints"], 6);
    for (const char* formulation :
         {"newton_euler", "luh_walker_paul", "khalil", "augmented_body", "gibbs_appell", "kane"}) {
      const Json found = row(robot, "inverse_dynamics", formulation);
      EXPECT_GT(found["given"]["multiplications"], 0) << formulation;
      EXPECT_LT(found["given"]["multiplications"], found["free"]["multiplications"]) << formulation;
    }
  }
  EXPECT_EQ(answer["robots"][0]["prismatic"], 0);
  EXPECT_EQ(answer["robots"][1]["prismatic"], 1);
}

// [Ren87]: 181/127 step by step; the same program shares two products, 179/127; with z6 merged into y5 164/115.
TEST(Count, KnowsRenaudsExample) {
  const Json answer = count("--by-step '" + robots + "renaud6r.toml'");
  EXPECT_EQ(row(answer["robots"][0], "inverse_dynamics", "augmented_body")["given"], operations(179, 127));
  const Json& example = answer["renaud_example"];
  EXPECT_EQ(example["by_steps"], operations(181, 127));
  EXPECT_EQ(example["regrouped"], operations(164, 115));
  const Json steps = row(answer["robots"][0], "inverse_dynamics", "augmented_body")["steps"];
  ASSERT_EQ(steps.size(), example["steps"].size());
  for (std::size_t k = 0; k < steps.size(); ++k) EXPECT_EQ(steps[k]["given"], example["steps"][k]["printed"]) << k;
  int multiplications = 0, additions = 0;
  for (const auto& step : example["steps"]) {
    multiplications += step["printed"]["multiplications"].get<int>();
    additions += step["printed"]["additions"].get<int>();
    EXPECT_EQ(step["ours"], step["printed"]) << step;
  }
  EXPECT_EQ(multiplications, 181);
  EXPECT_EQ(additions, 127);
}

// [AMR89], section 5, without what no torque needs: 105 multiplications for each further joint.
// [Val], table 2: the rate of angular momentum, step 4, costs 24n-23 multiplications and 18n-18 additions.
TEST(Count, GivesTheStepsOfTheGibbsAppellRecursion) {
  const Json answer = count("'" + robots + "renaud6r.toml'");
  const Json steps = row(answer["robots"][0], "inverse_dynamics", "gibbs_appell")["steps"];
  Json step_4;
  for (const auto& step : steps)
    if (step["step"] == 4) step_4 = step["free"];
  EXPECT_EQ(step_4, operations(24 * 6 - 23, 18 * 6 - 18));
}

TEST(Count, KnowsHowKanesEquationsGrow) {
  const Json answer = count("--growth '" + robots + "scara.toml'");
  bool found = false;
  for (const auto& growth : answer["growth"]) {
    if (growth["formulation"] != "kane") continue;
    found = true;
    EXPECT_EQ(growth["line"].get<std::string>().substr(0, 8), "105n-118");
    int n = growth["first_n"];
    for (const auto& value : growth["values"]) EXPECT_EQ(value["multiplications"], 105 * n++ - 118);
  }
  EXPECT_TRUE(found);
}

TEST(Count, PrintsATableWithThePublishedFigures) {
  const Answer answer = run_program("count --wide --by-step --growth '" + robots + "renaud6r.toml'");
  EXPECT_EQ(answer.exit_code, 0);
  for (const char* text : {"181 / 127", "164 / 115", "105n-118", "[Ren87]", "augmented_body"})
    EXPECT_NE(answer.text.find(text), std::string::npos) << text;
}

TEST(Count, ExitsWithOneOnABadFileAndStillCountsTheOthers) {
  const TemporaryFile bad("arm.urdf", "<robot name=\"r\"><link name=\"a\"></robot>");
  const Answer answer = run_program("count " + bad.quoted() + " '" + robots + "scara.toml'");
  EXPECT_EQ(answer.exit_code, 1);
  EXPECT_NE(answer.text.find("arm.urdf:1:"), std::string::npos) << answer.text;
  EXPECT_NE(answer.text.find("newton_euler"), std::string::npos);
  EXPECT_EQ(run_program("count /nowhere/arm.urdf").exit_code, 1);
  EXPECT_EQ(run_program("count").exit_code, 2);
}

}  // namespace

}  // namespace tauforge::tests
