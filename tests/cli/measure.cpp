// tauforge measure with logs of scenarios: the numbers that were put into the plant come out again.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.h"
#include "tauforge/files/read_robot.h"

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

// A rod that hangs on two wires: k = M g r^2 / l, I = M L^2 / 12, damped by the air.
TEST(MeasureCommand, FindsTheInertiaOfARodOnTwoWiresFromItsLog) {
  const double M = 2, L = 0.6, r = 0.2, l = 1.5, I = M * L * L / 12, k = M * 9.81 * r * r / l, half = 0.05;
  const double w = std::sqrt(k / I - half * half);
  std::string rows = "t,q:rod\n";
  for (int s = 0; s < 4000; ++s) {
    const double t = 2.5e-3 * s;
    rows += std::to_string(t) + "," +
            std::to_string(0.2 * std::exp(-half * t) * (std::cos(w * t) + half / w * std::sin(w * t))) + "\n";
  }
  const TemporaryFile log("rod.csv", rows);
  const std::string wires = "measure two-wires --json --mass 2+-0.02 --distance 0.2 --length 1.5 ";
  const Answer answer = run_program(wires + "--drive rod --log " + log.quoted());
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  const auto json = nlohmann::json::parse(answer.text);
  EXPECT_NEAR(json["inertia"]["value"].get<double>(), I, 1e-4 * I);
  EXPECT_NEAR(json["inertia"]["tolerance"].get<double>(), 0.01 * I, 1e-3 * I);
  EXPECT_NEAR(json["decay"].get<double>(), std::exp(half * 2 * M_PI / w), 1e-3);
  EXPECT_LT(json["decay_error"].get<double>(), 1e-3);
  EXPECT_EQ(run_program(wires).exit_code, 2) << "neither a period nor a log";
  EXPECT_EQ(run_program(wires + "--period 1 --drive rod --log " + log.quoted()).exit_code, 2);
}

// The result goes into a robot file, and what is read back there is what was measured.
TEST(MeasureCommand, WritesResultsIntoARobotFile) {
  const TemporaryFile place("robot.toml", "");
  const std::string out = "'" + (place.folder() / "measured.toml").string() + "'";
  const std::string into = "--into " + puma + "-o " + out + " --force ";
  const auto link2 = [&] {
    const auto read = files::load_robot((place.folder() / "measured.toml").string());
    return *read.value().description.links.at(2).inertial;
  };
  Answer answer = run_program("measure knife-edge --edge 0.07+-0.002 --axis x --link link2 " + into);
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  EXPECT_NE(answer.text.find("reads back"), std::string::npos);
  EXPECT_EQ(link2().centre.value.x, 0.07);
  EXPECT_NEAR(link2().centre_tolerance->x, 0.002, 1e-15);
  EXPECT_EQ(link2().centre_tolerance->y, 0.003) << "the file's own stays";

  answer = run_program("measure two-wires --mass 17.4 --distance 0.1 --length 1 --period 2+-1% --axis y --link link2 " +
                       into);
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  const double I = 17.4 * 9.81 * 0.01 / (M_PI * M_PI);
  EXPECT_NEAR(link2().inertia.value.yy, I, 1e-12);
  EXPECT_NEAR(link2().inertia_tolerance->yy, 0.02 * I, 1e-12);

  answer = run_program("measure shell --mass 2 --radius 0.1 --length 0.3 --axis z --link link2 " + into);
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  EXPECT_NEAR(link2().inertia.value.zz, 2 * 0.01, 1e-15);
  EXPECT_NEAR(link2().inertia.value.xx, 2 * (0.005 + 0.09 / 12), 1e-15);

  // 1 kg at x = 0.2 and 3 kg at x = -0.1, less the first: the second, with a size so that it is a body
  answer = run_program(
      "measure subtract --mass 4+-0.04 --centre -0.025,0,0 --inertia 0.01,0.0775,0.0775 --part-mass 1 --part-centre "
      "0.2,0,0 "
      "--part-inertia 0,0,0 --link link2 " +
      into);
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  EXPECT_NEAR(link2().mass.value, 3, 1e-12);
  EXPECT_NEAR(link2().centre.value.x, -0.1, 1e-12);
  EXPECT_NEAR(link2().inertia.value.yy, 0.01, 1e-12);
  EXPECT_NEAR(*link2().mass_tolerance, 0.04, 1e-12);

  answer = run_program("measure spring --stiffness 40+-1% --period 2 --joint joint1 --arm 2.9 " + into);
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  const auto drive =
      files::load_robot((place.folder() / "measured.toml").string()).value().description.joints.at(0).drive;
  EXPECT_NEAR(*drive.motor_inertia, 40 / (M_PI * M_PI) - 2.9, 1e-12);
  EXPECT_NEAR(*drive.motor_inertia_tolerance, 0.4 / (M_PI * M_PI), 1e-12);

  // more inertia about y than about x and z together: written as measured, but not without a word
  answer =
      run_program("measure two-wires --mass 17.4 --distance 0.1 --length 1 --period 20 --axis y --link link2 " + into);
  EXPECT_EQ(answer.exit_code, 0) << answer.text;
  EXPECT_NE(answer.text.find("[triangle-inequality]"), std::string::npos) << answer.text;
}

TEST(MeasureCommand, RefusesWhatNoRobotFileCanHold) {
  const TemporaryFile place("taken.toml", "x");
  const std::string out = "'" + (place.folder() / "new.toml").string() + "'";
  const auto refused = [&](const std::string& arguments, int code, const char* what) {
    const Answer answer = run_program("measure " + arguments);
    EXPECT_EQ(answer.exit_code, code) << answer.text;
    EXPECT_NE(answer.text.find(what), std::string::npos) << answer.text;
    EXPECT_FALSE(std::filesystem::exists(place.folder() / "new.toml"));
  };
  const std::string edge = "knife-edge --edge 0.07 --axis x ";
  refused(edge + "--into " + puma + "--link link9 -o " + out, 1, "[unknown-link]");
  refused(edge + "--into " + puma + "--link link2 -o " + place.quoted(), 2, "[output-exists]");
  refused(edge + "--into " + puma + "--link link2 -o arm.urdf", 2, "[measurement-format]");
  refused(edge + "--link link2", 2, "[options-conflict]");
  refused("subtract --mass 1 --centre 0,0,0 --inertia 1,1,1 --part-mass 2 --part-centre 0,0,0 --part-inertia 0,0,0", 2,
          "[measurement-range]");
  refused("subtract --mass 1 --centre 0,0 --inertia 1,1,1 --part-mass 2 --part-centre 0,0,0 --part-inertia 0,0,0", 2,
          "[measurement-invalid]");
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
