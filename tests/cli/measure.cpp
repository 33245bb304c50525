// tauforge measure with logs of scenarios: the numbers that were put into the plant come out again.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.h"

namespace tauforge::tests {

namespace {

const std::string puma = "'" TAUFORGE_SOURCE_DIR "/robots/puma560.toml' ";

std::string example(const char* name) {
  return "'" TAUFORGE_SOURCE_DIR "/examples/cards/" + std::string(name) + ".toml'";
}

TEST(MeasureCommand, FindsInertiaAndFrictionOfAJointOnASpring) {
  const TemporaryFile log("log.csv", ""),
      pose("pose.csv", "q1,q2,q3,q4,q5,q6\n0,-0.7853981633974483,3.141592653589793,0,0,0\n");
  ASSERT_EQ(run_program("simulate " + puma + example("spring") + " -o " + log.quoted()).exit_code, 0);
  const Answer answer =
      run_program("measure spring --json --stiffness 200 --drive joint1 --arm 2.9 --log " + log.quoted());
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  const auto json = nlohmann::json::parse(answer.text);
  const Answer matrix = run_program("evaluate " + puma + pose.quoted() + " -f mass_matrix");
  const double M_11 = std::stod(matrix.text.substr(matrix.text.find('\n') + 1));
  EXPECT_NEAR(json["total"]["value"].get<double>(), M_11, 0.005 * M_11);
  EXPECT_NEAR(json["motor"]["value"].get<double>(), M_11 - 2.9, 0.005 * M_11);
  EXPECT_NEAR(json["coulomb"]["value"].get<double>(), 3.0, 0.1);
  // a torque held for 1 ms acts half of that late, which feeds K/2 ms = 0.1 N m s/rad back into the swing
  EXPECT_NEAR(json["viscous"]["value"].get<double>(), 1.5 - 0.1, 0.1);
}

TEST(MeasureCommand, FindsTheBreakAwayTorqueOfTheTable) {
  const TemporaryFile log("log.csv", "");
  ASSERT_EQ(run_program("simulate " + puma + example("break_away") + " -o " + log.quoted()).exit_code, 0);
  const Answer answer = run_program("measure break-away --json --drive joint1 --log " + log.quoted());
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  const auto json = nlohmann::json::parse(answer.text);
  EXPECT_NEAR(json["static_friction"]["value"].get<double>(), 6.3, 0.15);  // [AKB86, table 7]
  EXPECT_NEAR(json["carried"].get<double>(), 0.0, 0.1) << "gravity does not reach the first joint";
  EXPECT_GE(json["break_aways"].size(), 4u);

  const Answer unknown = run_program("measure break-away --drive joint9 --log " + log.quoted());
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_NE(unknown.text.find("[unknown-drive]"), std::string::npos) << unknown.text;
  // joint 2 never moves
  const Answer still = run_program("measure break-away --drive joint2 --log " + log.quoted());
  EXPECT_EQ(still.exit_code, 1);
  EXPECT_NE(still.text.find("[no-break-away]"), std::string::npos) << still.text;
  EXPECT_EQ(run_program("measure spring --stiffness 1 --drive joint1 --period 1 --log " + log.quoted()).exit_code, 2);
  EXPECT_EQ(run_program("measure spring --stiffness 1").exit_code, 2);
}

// J = K T^2 / (2 pi)^2, as the 1986 paper has it.
TEST(MeasureCommand, TakesAPeriodWithoutALog) {
  const Answer answer = run_program("measure spring --json --stiffness 40 --period 1.02");
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  EXPECT_NEAR(nlohmann::json::parse(answer.text)["total"]["value"].get<double>(), 40 * 1.02 * 1.02 / (4 * M_PI * M_PI),
              1e-9);
}

}  // namespace

}  // namespace tauforge::tests
