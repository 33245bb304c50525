// tauforge derive and tauforge measure, run as a user runs them.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "program.h"
#include "tests/support/random_robot.h"
#include "tests/support/robots.h"
#include "tests/support/values.h"

namespace tauforge::tests {

namespace {

namespace fs = std::filesystem;

std::string robot_file(const std::string& name) { return "'" TAUFORGE_SOURCE_DIR "/robots/" + name + ".toml'"; }

nlohmann::json json_of(const std::string& arguments) {  // findings go to standard error, which comes first
  const Answer answer = run_program(arguments + " --json");
  EXPECT_EQ(answer.exit_code, 0) << answer.text;
  return nlohmann::json::parse(answer.text.substr(
      answer.text.find("\n{") == std::string::npos ? answer.text.find('{') : answer.text.find("\n{")));
}

TEST(Derive, ComparesThePuma560WithTheTablesOfThePaper) {
  const Answer answer = run_program("derive " + robot_file("puma560") + " --compare --wide");
  EXPECT_EQ(answer.exit_code, 0);
  for (const char* printed :
       {"1560", "1165 = 739 + 426", "305", "2737", "278", "58", "25", "78 / 78 Hz", "50 / 200 Hz"})
    EXPECT_NE(answer.text.find(std::string("  ") + printed), std::string::npos) << printed << "\n" << answer.text;
}

std::string pendulum(const std::string& mass, const std::string& centre, const std::string& inertia) {
  return "schema = 1\nname = \"pendulum\"\n[[link]]\nname = \"base\"\n[[link]]\nname = \"bob\"\nmass = " + mass +
         "\ncentre = [" + centre + ", 0, 0]\ninertia = [" + inertia + ", 0, 0, 0]\n" +
         "[[joint]]\nname = \"hinge\"\ntype = \"revolute\"\nparent = \"base\"\nchild = \"bob\"\naxis = [0, 1, 0]\n";
}

TEST(Derive, WritesNoNumberThatIsNotFinite) {
  const TemporaryFile bead("bead.toml", pendulum("2", "0", "0, 0, 0")),
      far_away("far.toml", pendulum("2", "1e160", "1, 1, 1"));
  const fs::path folder = bead.folder() / "made";
  const Answer written = run_program("derive " + bead.quoted() + " --format c -o '" + folder.string() + "'");
  EXPECT_EQ(written.exit_code, 0) << written.text;
  std::ostringstream text;
  for (const char* file : {"pendulum_explicit.h", "pendulum_explicit.c"}) text << std::ifstream(folder / file).rdbuf();
  EXPECT_NE(text.str().find("There is no forward dynamics: joint 'hinge'"), std::string::npos) << text.str();
  EXPECT_NE(text.str().find("pendulum_explicit_inverse_dynamics("), std::string::npos);
  for (const char* absent : {"pendulum_explicit_forward_dynamics", "inf;", "inf)", "nan;", "nan)"})
    EXPECT_EQ(text.str().find(absent), std::string::npos) << absent;
  const fs::path none = far_away.folder() / "made";
  const Answer refused = run_program("derive " + far_away.quoted() + " --format c -o '" + none.string() + "'");
  EXPECT_EQ(refused.exit_code, 1) << refused.text;
  EXPECT_NE(refused.text.find("[constant-overflow]"), std::string::npos) << refused.text;
  EXPECT_FALSE(fs::exists(none));
}

TEST(Derive, CountsInJsonNoMoreThanThePaper) {
  const auto json = json_of("derive " + robot_file("puma560") + " --abbreviate 1% --rule paper --symbolic");
  EXPECT_LE(json["calculations"]["full"]["whole"]["total"], 618);
  EXPECT_LE(json["calculations"]["abbreviated"]["whole"]["total"], 296);
  EXPECT_EQ(json["christoffel"]["distinct"], 35);
  EXPECT_EQ(json["christoffel"]["merges"].size(), 126U - 35U);
  EXPECT_LE(json["constants"].size(), 34U);
  EXPECT_EQ(json["elements"].size(), 153U);
  for (const auto& joint : json["abbreviation"]["certificate"])
    EXPECT_LE(joint["bound"], 3 * joint["found"].get<double>());
}

TEST(Derive, FindsTheBestModelOfABudgetAndSaysWhatErrorsSave) {
  const auto json = json_of("derive " + robot_file("scara") + " --budget 25 --trade-off");
  EXPECT_LE(json["calculations"]["abbreviated"]["whole"]["total"], 25);
  const int full = json["trade_off"]["full"];
  EXPECT_GT(full, 25);
  EXPECT_EQ(json["trade_off"]["points"].size(), 8u);
  int before = full;
  for (const auto& point : json["trade_off"]["points"]) {
    EXPECT_LE(point["calculations"], before) << "a larger error never costs more";
    before = point["calculations"];
    for (const auto& share : point["bound_shares"]) EXPECT_LE(share, 1.0001 * point["allowed_share"].get<double>());
  }
}

TEST(Derive, FinishesOnEveryRobotOfThePapers) {
  for (const char* name : {"puma260", "stanford", "renaud6r", "scara"}) {
    const Answer answer = run_program("derive " + robot_file(name) + " --abbreviate 0.01 --speed 1 --acceleration 2");
    EXPECT_EQ(answer.exit_code, 0) << answer.text;
    EXPECT_NE(answer.text.find("lumped constants"), std::string::npos);
  }
}

TEST(Derive, ShowsForwardDynamicsByFourMethods) {
  const Answer answer = run_program("derive " + robot_file("puma560") + " --simulate --blocks 3 --wide");
  EXPECT_EQ(answer.exit_code, 0);
  for (const char* part : {"Walker-Orin columns", "full explicit model", "abbreviated explicit model",
                           "articulated bodies", "3 parallel blocks"})
    EXPECT_NE(answer.text.find(part), std::string::npos) << part;
}

// The C that it writes, compiled with every warning, against the templates.
TEST(Derive, WritesCThatEqualsNewtonEuler) {
  const TemporaryFile anchor("plain", "");
  const std::string folder = (anchor.folder() / "made").string();
  const Answer answer =
      run_program("derive " + robot_file("puma560") + " --abbreviate 1% --rule paper --format c -o '" + folder + "'");
  ASSERT_EQ(answer.exit_code, 0) << answer.text;
  const std::string library = folder + "/model.so";
  const std::string command = "cc -std=c99 -pedantic-errors -Wall -Wextra -Werror -O2 -fPIC -shared -o '" + library +
                              "' '" + folder + "/puma560_explicit.c' -lm";
  ASSERT_EQ(std::system(command.c_str()), 0);
  void* handle = dlopen(library.c_str(), RTLD_NOW);
  ASSERT_NE(handle, nullptr) << dlerror();
  using Torques = void (*)(const double*, const double*, const double*, double*);
  using Matrices = void (*)(const double*, double*);
  const auto torques = reinterpret_cast<Torques>(dlsym(handle, "puma560_explicit_inverse_dynamics"));
  const auto rough = reinterpret_cast<Torques>(dlsym(handle, "puma560_explicit_abbreviated_inverse_dynamics"));
  const auto forward = reinterpret_cast<Torques>(dlsym(handle, "puma560_explicit_forward_dynamics"));
  const auto matrix = reinterpret_cast<Matrices>(dlsym(handle, "puma560_explicit_mass_matrix"));
  ASSERT_TRUE(torques && rough && forward && matrix);
  const robot::Robot robot = robot_in_folder("puma560");
  Random random(9);
  for (int k = 0; k < 200; ++k) {
    const State<double> x = random_state(random, robot, false);
    const auto expected = torque(robot, x);
    const auto M = mass_matrix(robot, x.q);
    double tau[6], about[6], qdd[6], A[36];
    torques(x.q.data(), x.qd.data(), x.qdd.data(), tau);
    rough(x.q.data(), x.qd.data(), x.qdd.data(), about);
    forward(x.q.data(), x.qd.data(), expected.data(), qdd);
    matrix(x.q.data(), A);
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_NEAR(tau[i], expected[i], 1e-12 * largest(expected));
      EXPECT_NEAR(about[i], expected[i], 1.0);  // the certificate: 0.8 N m at 2 rad/s and 10 rad/s^2
      EXPECT_NEAR(qdd[i], x.qdd[i], 1e-9 * largest(x.qdd));
      for (std::size_t j = 0; j < 6; ++j)
        EXPECT_NEAR(A[6 * i + j], M(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)), 1e-12 * 10);
    }
  }
  dlclose(handle);
}

TEST(Derive, RefusesWhatItCannotDoWithACodeAndAnExitCode) {
  const auto refused = [](const std::string& arguments, int exit_code, const std::string& code) {
    const Answer answer = run_program(arguments);
    EXPECT_EQ(answer.exit_code, exit_code) << answer.text;
    EXPECT_NE(answer.text.find("[" + code + "]"), std::string::npos) << answer.text;
  };
  refused("derive " + robot_file("scara") + " --abbreviate much", 2, "share-invalid");
  refused("derive " + robot_file("scara") + " --abbreviate 90%", 2, "share-invalid");
  refused("derive " + robot_file("scara") + " --error 1% --budget 30", 2, "options-conflict");
  refused("derive " + robot_file("scara") + " --rule paper --budget 30", 2, "options-conflict");
  refused("derive " + robot_file("scara") + " --budget 1", 1, "budget-too-small");
  refused("derive " + robot_file("scara") + " --format c", 2, "output-missing");
  refused("derive " + robot_file("scara") + " --abbreviate 1% --speed 1,2", 2, "bounds-count");
  refused("derive " + robot_file("scara") + " --floating", 1, "explicit-floating");
  refused("derive " + robot_file("panda") + " --most-terms 100", 1, "explicit-too-large");
  refused("derive " + robot_file("scara") + " -o /dev/null/nowhere", 4, "output-unwritable");
  EXPECT_EQ(run_program("derive " + robot_file("scara") + " --format word").exit_code, 2);
  EXPECT_EQ(run_program("derive nosuch.toml").exit_code, 1);
}

TEST(Measure, PrintsInertiaWithItsTolerance) {
  const Answer answer =
      run_program("measure two-wires --mass 4.8+-0.058 --distance 0.1+-0.001 --length 1.2+-0.002 --period 1.1+-0.01");
  EXPECT_EQ(answer.exit_code, 0);
  EXPECT_EQ(answer.text, "inertia about the axis between the wires: 0.0120269 +- 0.00036 kg m^2\n");
  const auto json = json_of("measure spring --stiffness 40 --period 1.02 --arm 0.334+-0.016");
  EXPECT_NEAR(json["motor"]["tolerance"].get<double>(), 0.016, 1e-12);
}

TEST(Measure, RefusesWhatIsNoMeasurement) {
  for (const char* wrong : {"--stiffness x --period 1", "--stiffness 1+- --period 1", "--stiffness 1 --period 1+--1",
                            "--stiffness inf --period 1", "--stiffness 1 --period 0", "--stiffness 1 --period -2",
                            "--stiffness 1 --period 1 --decay 0.5"}) {
    const Answer answer = run_program(std::string("measure spring ") + wrong);
    EXPECT_EQ(answer.exit_code, 2) << wrong << "\n" << answer.text;
    EXPECT_NE(answer.text.find("[measurement-"), std::string::npos) << answer.text;
  }
}

}  // namespace
}  // namespace tauforge::tests
