// tauforge evaluate --motion: the torques of a motion without a control loop, as the figures of papers 003 and 004 show them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "program.h"
#include "tests/support/reference_table.h"

namespace tauforge::tests {
namespace {

using Six = std::array<double, 6>;

struct Instant {
  double t;
  Six tau;
};

struct Example {
  const char *robot, *scenario;
  double period;
  std::vector<Instant> expected;  // by an independent program, as in tests/literature
};

const std::vector<Example> examples = {
    {"stanford",
     "paper004/stanford",
     0.01,
     {{0.0, {0.0, 13.69476, 0.0, 0.0, -0.35316, 0.0}},
      {2.5, {0.09072, 13.08766, -2.86321, 0.00341, -0.34677, 0.00001}},
      {5.0, {-0.02329, 10.24491, -15.54898, 0.08524, -0.20963, -0.00012}},
      {7.5, {-0.07226, 7.16053, -27.42609, 0.20785, 0.02500, -0.00014}},
      {10.0, {0.0, 6.44824, -29.92050, 0.22938, 0.07646, 0.0}}}},
    {"stanford",
     "paper004/stanford_listing",
     0.01,
     {{0.0, {0.0, 13.69476, 0.0, 0.0, -0.35316, 0.0}},
      {2.5, {0.10742, 14.16910, -2.78807, 0.00343, -0.34669, 0.00001}},
      {5.0, {-0.00669, 16.01063, -15.58064, 0.08539, -0.20904, -0.00012}},
      {7.5, {-0.10216, 16.83967, -27.51539, 0.20779, 0.02526, -0.00014}},
      {10.0, {0.0, 16.81301, -29.92050, 0.22938, 0.07646, 0.0}}}},
    {"sixr_angeles",
     "paper004/six_r",
     0.005,
     {{0.0, {0.0, 729.61834, 614.60598, 360.50151, 0.0, 0.0}},
      {0.25, {1711.99521, 103.72785, 690.61629, 346.81265, -179.02369, 0.0}},
      {0.5, {-50.1476, 555.89867, 732.30717, 329.41514, -59.58966, 0.0}},
      {0.75, {-1670.95009, 2013.84844, 119.30579, 369.7211, 52.38619, 0.0}},
      {1.0, {0.0, 788.72104, 595.09465, 262.56408, -110.64704, 0.0}}}},
    {"sixr_angeles_distal",
     "paper004/six_r_distal",
     0.005,
     {{0.0, {0.0, 2837.2367, 1425.95246, 430.35197, 0.0, 0.0}},
      {0.25, {1778.7819, 2732.50436, 1564.86671, 413.8729, -151.49126, 0.0}},
      {0.5, {-122.63529, 3073.32396, 1530.83764, 399.42017, -50.10541, 0.0}},
      {0.75, {-1690.73229, 4417.82047, 1078.24119, 456.43185, 44.76332, 0.0}},
      {1.0, {0.0, 4127.07298, 1751.13807, 340.14218, -93.2, 0.0}}}},
    {"puma_valera",
     "paper003/line",
     0.0005,
     {{0.0, {0.03715, -56.31525, -25.38895, 0.10911, 0.12451, 0.0}},
      {4.3010, {0.03415, -51.83833, -21.11764, 0.00782, 0.17319, 0.0}},
      {8.602, {0.00241, -81.82598, -22.93038, -0.07392, 0.15300, 0.0}}}},
};

std::string robot_file(const std::string& name) { return TAUFORGE_SOURCE_DIR "/robots/" + name + ".toml"; }
std::string scenario_file(const std::string& name) { return TAUFORGE_SOURCE_DIR "/examples/" + name + ".toml"; }

ReferenceTable evaluated(const std::string& arguments) {
  const TemporaryFile out("out.csv", "");
  const Answer answer = run_program("evaluate " + arguments + " -o " + out.quoted());
  EXPECT_EQ(answer.exit_code, 0) << answer.text;
  return ReferenceTable(out.path());
}

std::string along(const Example& example, const std::string& options = "") {
  return fmt::format("'{}' --motion '{}' --period {} {}", robot_file(example.robot), scenario_file(example.scenario),
                     example.period, options);
}

double tau(const ReferenceTable& table, std::size_t row, std::size_t joint) {
  return table.at(row, fmt::format("tau:joint{}", joint + 1));
}

TEST(EvaluateMotion, GivesTheTorquesOfThePapersToAThousandthOfTheLargest) {
  for (const Example& example : examples) {
    SCOPED_TRACE(example.scenario);
    const ReferenceTable table = evaluated(along(example));
    double largest = 0.0;
    for (const Instant& instant : example.expected)
      for (const double torque : instant.tau) largest = std::max(largest, std::abs(torque));
    for (const Instant& instant : example.expected) {
      const auto row = static_cast<std::size_t>(std::llround(instant.t / example.period));
      ASSERT_LT(row, table.rows());
      EXPECT_NEAR(table.at(row, "t"), instant.t, 1e-12);
      for (std::size_t i = 0; i < 6; ++i)
        EXPECT_NEAR(tau(table, row, i), instant.tau[i], 1e-3 * largest) << "t = " << instant.t << ", joint " << i + 1;
    }
  }
}

// Newton-Euler moves forces from body to body, Kane's equations project them: nothing in common but the robot.
TEST(EvaluateMotion, GivesTheSameByOtherFormulations) {
  for (const Example& example : examples) {
    SCOPED_TRACE(example.scenario);
    const ReferenceTable one = evaluated(along(example));
    for (const char* formulation : {"kane", "lagrange"}) {
      const ReferenceTable other = evaluated(along(example, std::string("--formulation ") + formulation));
      ASSERT_EQ(one.rows(), other.rows());
      double largest = 0.0, difference = 0.0;
      for (std::size_t k = 0; k < one.rows(); ++k)
        for (std::size_t i = 0; i < 6; ++i) {
          largest = std::max(largest, std::abs(tau(one, k, i)));
          difference = std::max(difference, std::abs(tau(one, k, i) - tau(other, k, i)));
        }
      EXPECT_LT(difference, 1e-11 * largest) << formulation;
    }
  }
}

// theta = theta(0) + A (t - sin(Bt)/B), equation of paper 004's first example.
TEST(EvaluateMotion, WritesTheMotionBesideTheTorques) {
  const ReferenceTable table = evaluated(along(examples[0]));
  ASSERT_EQ(table.rows(), 1001u);
  const double A = std::numbers::pi / 30, B = 2 * std::numbers::pi / 10;
  for (std::size_t k = 0; k < table.rows(); k += 100) {
    const double t = 0.01 * static_cast<double>(k);
    EXPECT_NEAR(table.at(k, "q:joint1"), A * (t - std::sin(B * t) / B), 1e-12);
    EXPECT_NEAR(table.at(k, "qd:joint1"), A * (1 - std::cos(B * t)), 1e-12);
    EXPECT_NEAR(table.at(k, "qdd:joint1"), A * B * std::sin(B * t), 1e-12);
  }
}

TEST(EvaluateMotion, ReadsItsOwnOutputAndLogsOfSimulate) {
  const TemporaryFile motion("motion.csv", ""), again("again.csv", ""), log("log.csv", "");
  const std::string robot = "'" + robot_file("stanford") + "'",
                    scenario = "'" + scenario_file("paper004/stanford") + "'";
  ASSERT_EQ(run_program("evaluate " + robot + " --motion " + scenario + " -o " + motion.quoted()).exit_code, 0);
  ASSERT_EQ(run_program("simulate --quiet " + robot + " " + scenario + " -o " + log.quoted()).exit_code, 0);
  const ReferenceTable direct(motion.path());
  for (const auto& [file, options, note] :
       {std::tuple(&motion, "", false), std::tuple(&log, "", true), std::tuple(&log, "--reference", false)}) {
    const Answer answer =
        run_program("evaluate " + robot + " " + file->quoted() + " " + options + " -o " + again.quoted());
    ASSERT_EQ(answer.exit_code, 0) << answer.text;
    EXPECT_EQ(answer.text.find("[reference-motion]") != std::string::npos, note) << answer.text;
    const ReferenceTable table(again.path());
    for (std::size_t k = 0; k < 10000; k += 500) {
      EXPECT_NEAR(table.at(k, "t"), direct.at(k, "t"), 1e-9);
      for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(tau(table, k, i), tau(direct, k, i), 1e-9);
    }
  }
  // what a log measured is what functions of positions and velocities read
  EXPECT_EQ(run_program("evaluate " + robot + " " + log.quoted() + " -f bias").text.find("note"), std::string::npos);
}

TEST(EvaluateMotion, SaysWhatDoesNotGoTogether) {
  const std::string robot = "'" + robot_file("stanford") + "'",
                    scenario = "'" + scenario_file("paper004/stanford") + "'";
  EXPECT_EQ(run_program("evaluate " + robot).exit_code, 2);
  EXPECT_EQ(run_program("evaluate " + robot + " states.csv --motion " + scenario).exit_code, 2);
  EXPECT_EQ(run_program("evaluate " + robot + " states.csv --period 0.1").exit_code, 2);
  EXPECT_EQ(run_program("evaluate " + robot + " --motion " + scenario + " -f forward_dynamics").exit_code, 2);
  EXPECT_EQ(run_program("evaluate " + robot + " --motion " + scenario + " --period 0").exit_code, 2);
  const TemporaryFile only("only.toml", "[motion]\nform = \"hold\"\nat = [0, 0, 0, 0, 0, 0]\nseconds = 0.25\n");
  const Answer hold = run_program("evaluate " + robot + " --period 0.1 --motion " + only.quoted());
  EXPECT_EQ(hold.exit_code, 0) << hold.text;
  EXPECT_EQ(std::count(hold.text.begin(), hold.text.end(), '\n'), 4) << hold.text;
  const TemporaryFile none("none.toml", "[control]\nlaw = \"tracking\"\n");
  const Answer missing = run_program("evaluate " + robot + " --motion " + none.quoted());
  EXPECT_EQ(missing.exit_code, 1) << missing.text;
  EXPECT_NE(missing.text.find("[missing-key]"), std::string::npos) << missing.text;
}

}  // namespace
}  // namespace tauforge::tests
