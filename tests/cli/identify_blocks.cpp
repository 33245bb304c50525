// tauforge identify --begin, --reduce and --from, run as a user runs them.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "program.h"

namespace tauforge::tests {

namespace {

using Json = nlohmann::json;

constexpr const char* pendulum = R"(schema = 1
name = "pendulum"
gravity = [0, -9.81, 0]
convention = "standard_dh"
[[link]]
name = "base"
[[link]]
name = "bob"
mass = 2
centre = [-0.1, 0, 0]
inertia = [0.01, 0.02, 0.02, 0, 0, 0]
[[joint]]
name = "hinge"
type = "revolute"
parent = "base"
child = "bob"
a = 0.4
)";

// A pendulum with Coulomb friction of 0.4 N m, viscous friction of 0.3 N m s/rad and a first moment of 0.7 kg m.
std::string log_of(double phase, double viscous = 0.3) {
  std::string text = "t,q1,tau1\n";
  for (int k = 0; k < 1500; ++k) {
    const double t = 0.01 * k;
    double q = 0, qd = 0, qdd = 0;
    for (int h = 1; h < 4; ++h) {
      const double w = 0.9 * h, a = 0.6 / h, x = w * t + phase * h;
      q += a * std::sin(x), qd += a * w * std::cos(x), qdd -= a * w * w * std::sin(x);
    }
    const double noise = 1e-3 * std::sin(1e4 * t * t + phase);
    const double tau = 0.25 * qdd + 0.7 * 9.81 * std::cos(q) + viscous * qd + 0.4 * (qd > 0 ? 1 : -1) + noise;
    text += std::to_string(t) + "," + std::to_string(q) + "," + std::to_string(tau) + "\n";
  }
  return text;
}

std::string in(const TemporaryFile& file, const std::string& name) {
  return "'" + (file.folder() / name).string() + "'";
}

TEST(IdentifyBlocks, TellWhatTheLogsTell) {
  const TemporaryFile robot("pendulum.toml", pendulum), one("one.csv", log_of(0.3)), two("two.csv", log_of(1.1));
  const std::string identify = "identify " + robot.quoted();
  const std::string a = in(robot, "a.block"), b = in(robot, "b.block"), both = in(robot, "both.block");
  for (const auto& [log, block] : {std::pair(&one, a), std::pair(&two, b)}) {
    const Answer answer = run_program(identify + " --reduce " + log->quoted() + " --cutoff 8 -o " + block);
    ASSERT_EQ(answer.exit_code, 0) << answer.text;
  }
  const Answer fit = run_program(identify + " --json --from " + a + " " + b);
  ASSERT_EQ(fit.exit_code, 0) << fit.text;
  const Json found = Json::parse(fit.text);
  EXPECT_EQ(found["logs"], 2);
  EXPECT_TRUE(found["settled"]);
  double friction = 0, moment = 0, viscous = 0;
  for (const Json& p : found["parameters"]) {
    if (p["name"] == "fs1") friction = p["value"];
    if (p["name"] == "ds1") viscous = p["value"];
    if (p["name"] == "m1") moment = 0.4 * p["value"].get<double>();  // all of it, at the length of the link
  }
  EXPECT_NEAR(friction, 0.4, 0.01);
  EXPECT_NEAR(viscous, 0.3, 0.01);
  EXPECT_NEAR(moment, 0.7, 0.01);
  // the order does not matter, nor whether they come in one file
  EXPECT_EQ(run_program(identify + " --json --from " + b + " " + a).text, fit.text);
  ASSERT_EQ(run_program(identify + " --from " + b + " " + a + " -o " + both).exit_code, 0);
  EXPECT_EQ(run_program(identify + " --json --from " + both).text, fit.text);
  const Answer table = run_program(identify + " --from " + both);
  EXPECT_NE(table.text.find("settled: another round would change nothing"), std::string::npos) << table.text;

  const Answer twice = run_program(identify + " --from " + a + " " + both);
  EXPECT_EQ(twice.exit_code, 1);
  EXPECT_NE(twice.text.find("[block-twice]"), std::string::npos) << twice.text;
  const std::string next = in(robot, "next.round"), late = in(robot, "late.block");
  ASSERT_EQ(run_program(identify + " --quiet --from " + both + " -o " + next).exit_code, 0);
  const Answer again = run_program(identify + " --reduce " + one.quoted() + " --round " + next + " -o " + late);
  ASSERT_EQ(again.exit_code, 0) << again.text;
  const Answer stale = run_program(identify + " --from " + late + " " + b);
  EXPECT_EQ(stale.exit_code, 1);
  EXPECT_NE(stale.text.find("[block-stale]"), std::string::npos) << stale.text;
  const TemporaryFile other("other.toml", std::string(pendulum) + "motor_inertia = 0.01\n");
  const Answer foreign = run_program("identify " + other.quoted() + " --from " + a);
  EXPECT_EQ(foreign.exit_code, 1);
  EXPECT_NE(foreign.text.find("[block-foreign]"), std::string::npos) << foreign.text;
}

TEST(IdentifyBlocks, BeginWithWhatIdentificationChose) {
  const TemporaryFile robot("pendulum.toml", pendulum), one("one.csv", log_of(0.3));
  const std::string identify = "identify " + robot.quoted(), first = in(robot, "first.round");
  const Answer begun = run_program(identify + " " + one.quoted() + " --begin -o " + first);
  ASSERT_EQ(begun.exit_code, 0) << begun.text;
  const std::string block = in(robot, "a.block");
  const Answer answer = run_program(identify + " --reduce " + one.quoted() + " --round " + first + " -o " + block);
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  EXPECT_EQ(run_program(identify + " --from " + block + " --round " + first).exit_code, 0);
  const Answer malformed = run_program(identify + " --from " + first);
  EXPECT_EQ(malformed.exit_code, 1);
  EXPECT_NE(malformed.text.find("[block-malformed]"), std::string::npos) << malformed.text;
}

// Viscous friction that drives: the round is written, and whoever begins with it knows.
TEST(IdentifyBlocks, BeginWithAVerdict) {
  const TemporaryFile robot("pendulum.toml", pendulum), one("one.csv", log_of(0.3, -0.1));
  const std::string begin =
      "identify " + robot.quoted() + " " + one.quoted() + " --begin -o " + in(robot, "first.round");
  const Answer doubtful = run_program(begin);
  EXPECT_EQ(doubtful.exit_code, 5) << doubtful.text;
  EXPECT_NE(doubtful.text.find("[sign-doubtful]"), std::string::npos) << doubtful.text;
  EXPECT_TRUE(std::filesystem::exists(robot.folder() / "first.round"));
  EXPECT_EQ(run_program(begin + " --accept sign-doubtful").exit_code, 0);
}

TEST(IdentifyBlocks, AreToldWhatDoesNotGoTogether) {
  const TemporaryFile robot("pendulum.toml", pendulum), one("one.csv", log_of(0.3));
  const std::string identify = "identify " + robot.quoted() + " " + one.quoted();
  for (const char* wrong : {" --reduce --cutoff 8", " --reduce -o x.block", " --reduce --from", " --round x",
                            " --from --cutoff 3", " --begin --generate -o x.round"}) {
    const Answer answer = run_program(identify + wrong);
    EXPECT_EQ(answer.exit_code, 2) << wrong << answer.text;
    EXPECT_NE(answer.text.find("[options-conflict]"), std::string::npos) << answer.text;
  }
}

}  // namespace

}  // namespace tauforge::tests
