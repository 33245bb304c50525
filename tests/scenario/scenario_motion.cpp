// [motion] of a scenario: what is read, and what a user is told about it.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>
#include <string>

#include "tauforge/scenario/scenario_motion.h"
#include "tests/support/compile_c.h"
#include "tests/support/robots.h"

namespace tauforge::simulate {
namespace {

using tests::robot_in_folder;

struct Read {
  std::shared_ptr<const motion::Trajectory> motion;
  diagnostic::Findings findings;

  bool has(const std::string& code, const std::string& words = "") const {
    for (const auto& f : findings)
      if (f.code == code && (f.message + " | " + f.hint).find(words) != std::string::npos) return true;
    return false;
  }
  std::string text() const {
    std::string all;
    for (const auto& f : findings) all += diagnostic::to_text(f) + "\n";
    return all;
  }
};

Read read(const std::string& text, const std::string& robot = "scara") {
  Read result;
  const auto source = files::source_from_text("scenario.toml", "[motion]\n" + text);
  const auto root = files::parse_toml(source, 1u << 20, result.findings);
  if (!root) return result;
  result.motion = scenario::read_motion(*root->find("motion"), robot_in_folder(robot), result.findings);
  EXPECT_EQ(result.motion == nullptr, diagnostic::has_error(result.findings)) << result.text();
  return result;
}

std::vector<double> position(const motion::Trajectory& motion, double t) {
  std::vector<double> q(motion.joints()), qd(q), qdd(q);
  motion.evaluate(t, q, qd, qdd);
  return q;
}

TEST(ScenarioMotion, ReadsPointToPointInBothUnitsAndByName) {
  const auto a = read("form = \"point_to_point\"\nfrom = [0, 0, 0, 0]\nto_deg = [90, 0, 0.1, 0]\nseconds = 2\n");
  ASSERT_TRUE(a.motion) << a.text();
  EXPECT_EQ(a.motion->duration(), 2.0);
  EXPECT_EQ(position(*a.motion, 2.0)[0], std::numbers::pi / 2);
  EXPECT_NEAR(position(*a.motion, 1.0)[2], 0.05, 1e-15) << "a stroke is in metres even where angles are in degrees";
  const auto b = read("form = \"point_to_point\"\nfrom = [0.1, 0.2, 0.1, 0.4]\nto = { elbow = 1 }\nseconds = 2\n");
  ASSERT_TRUE(b.motion) << b.text();
  EXPECT_EQ(position(*b.motion, 2.0), (std::vector<double>{0.1, 1.0, 0.1, 0.4}));
}

TEST(ScenarioMotion, ReadsWhatExciteWrites) {
  const auto a = read(
      "form = \"fourier\"\nperiod = 4\ncentre = [0.1, 0, 0.1, 0]\nsine = [[0.1], [0], [0], [0]]\n"
      "cosine = [[0], [0], [0], [0]]\n");
  ASSERT_TRUE(a.motion) << a.text();
  const double w = std::numbers::pi / 2;
  EXPECT_NEAR(position(*a.motion, 1.0)[0], 0.1 + 0.1 / w, 1e-15);
  const auto b =
      read("form = \"polynomial\"\nduration = 2\npoints = [[0,0,0.1,0], [1,0,0.1,0], [0,0,0.1,0]]\nrepeat = 3\n");
  ASSERT_TRUE(b.motion) << b.text();
  EXPECT_EQ(b.motion->duration(), 6.0);
  for (const double t : {1.0, 3.0, 5.0}) EXPECT_NEAR(position(*b.motion, t)[0], 1.0, 1e-15);
}

TEST(ScenarioMotion, ReadsSplinesAndHolding) {
  const auto a = read("form = \"spline\"\ntimes = [0, 1, 3]\npoints_deg = [[0,0,0,0], [60,0,0,0], [45,0,0,0]]\n");
  ASSERT_TRUE(a.motion) << a.text();
  EXPECT_NEAR(position(*a.motion, 1.0)[0], std::numbers::pi / 3, 1e-14);
  const auto b = read("form = \"spline\"\nduration = 3\npoints = [[0,0,0,0], [1,0,0,0]]\nspeed_factor = 2\n");
  ASSERT_TRUE(b.motion) << b.text();
  EXPECT_EQ(b.motion->duration(), 1.5);
  const auto c = read("form = \"hold\"\nat = { stroke = 0.1 }\nseconds = 5\n");
  ASSERT_TRUE(c.motion) << c.text();
  EXPECT_EQ(position(*c.motion, 2.5), (std::vector<double>{0, 0, 0.1, 0}));
}

TEST(ScenarioMotion, SaysWhatIsWrongAndWhere) {
  const auto form = read("form = \"fourrier\"\n");
  EXPECT_TRUE(form.has("unknown-value", "did you mean 'fourier'?")) << form.text();
  ASSERT_FALSE(form.findings.empty());
  EXPECT_EQ(form.findings[0].at.line, 2);
  EXPECT_EQ(form.findings[0].at.column, 8);
  EXPECT_TRUE(read("seconds = 2\n").has("missing-key", "form"));
  const std::string start = "form = \"point_to_point\"\nfrom = [0, 0, 0, 0]\n";
  EXPECT_TRUE(read(start + "to = [0, 0, 0, 0]\nseconds = 0\n").has("not-positive", "'seconds' of the motion is 0"));
  EXPECT_TRUE(read(start + "to = [0, 0, 0, 0]\nseconds = nan\n").has("not-finite"));
  EXPECT_TRUE(read(start + "to = [0, 0, 0, 0]\nseconds = 1e9\n").has("too-large"));
  EXPECT_TRUE(read(start + "to = [0, 0, 0, 0]\n").has("missing-key", "seconds"));
  EXPECT_TRUE(read(start + "to = [0, 0]\nseconds = 1\n").has("wrong-length", "shoulder, elbow, stroke, roll"));
  EXPECT_TRUE(read(start + "to = { elbov = 1 }\nseconds = 1\n").has("unknown-drive", "did you mean 'elbow'?"));
  EXPECT_TRUE(read(start + "to = { elbow = \"x\" }\nseconds = 1\n").has("wrong-type"));
  EXPECT_TRUE(read(start + "to = 3\nseconds = 1\n").has("wrong-type"));
  EXPECT_TRUE(read(start + "to = [0,0,0,0]\nto_deg = [0,0,0,0]\nseconds = 1\n").has("key-conflict"));
  EXPECT_TRUE(read(start + "to = { elbow = 1 }\nseconds = 1\nrepeat = 2\n").has("repeat-jumps", "'elbow'"));
  EXPECT_TRUE(read(start + "to = { elbow = 1 }\nseconds = 1\nrepeat = 1.5\n").has("not-whole"));
  EXPECT_TRUE(read(start + "to = { elbow = 1 }\nseconds = 1\nlaw = \"cubik\"\n").has("unknown-value", "cubic"));
  const auto key = read(start + "to = { elbow = 1 }\nseconds = 1\nlav = \"cubic\"\n");
  EXPECT_TRUE(key.has("unknown-key", "did you mean 'law'?")) << key.text();
  EXPECT_TRUE(read("form = \"spline\"\npoints = [[0,0,0,0]]\nduration = 1\n").has("wrong-length", "1 points"));
  EXPECT_TRUE(read("form = \"spline\"\npoints = [[0,0,0,0],[0,0,0,0]]\ntimes = [0, 0]\n").has("times-wrong"));
  EXPECT_TRUE(read("form = \"spline\"\npoints = [[0,0,0,0],[0,0,0,0]]\ntimes = [0]\n").has("times-wrong", "2 points"));
  EXPECT_TRUE(read("form = \"fourier\"\nperiod = 1\ncentre = [0,0,0,0]\nsine = [[1]]\ncosine = [[1]]\n")
                  .has("wrong-length", "1 lists"));
}

TEST(ScenarioMotion, RefusesWhatNoDriveCanDo) {
  const std::string start = "form = \"point_to_point\"\nfrom = [0, 0, 0, 0, 0, 0]\n";
  for (const char* end : {"to = { joint1 = 1e308 }\nseconds = 1\n", "to = { joint1 = 1 }\nseconds = 1e-300\n",
                          "to = { joint1 = 1e7 }\nseconds = 1e6\n"})
    EXPECT_TRUE(read(start + end, "puma560").has("motion-impossible", "joint1")) << end;
}

TEST(ScenarioMotion, RefusesWhatLeavesTheLimits) {
  const auto far = read("form = \"point_to_point\"\nfrom = [0, 0, 0, 0]\nto = { stroke = 0.3 }\nseconds = 2\n");
  EXPECT_TRUE(far.has("motion-position-limit", "joint 'stroke' to position 0.3 m at 2 s, beyond its limit of 0.21 m"))
      << far.text();
  EXPECT_EQ(far.findings[0].at.line, 4);
  // the 3-4-5 law passes the middle at 15/8 of the mean speed: 1.875 rad/s here, 120 deg/s = 2.0944 rad/s allowed
  const std::string go = "form = \"point_to_point\"\nfrom = [0,0,0,0,0,0]\nto = { shoulder_pan = 1 }\nseconds = 1\n";
  EXPECT_TRUE(read(go, "ur10e").motion) << read(go, "ur10e").text();
  const auto fast = read(go + "speed_factor = 1.2\n", "ur10e");
  EXPECT_TRUE(fast.has("motion-velocity-limit", "velocity 2.25 rad/s")) << fast.text();
}

const std::string valeras_line =
    "form = \"line\"\nfrom = [0.6, 0.175, 0.25]\nto = [0.018, 0.757, 0]\nzyz_deg = [45, 60, 90]\n";

TEST(ScenarioLine, OfPaper003TakesItsTime) {
  const auto line = read(valeras_line + "speed = 0.1\nbranch = \"+++\"\n", "puma_valera");
  ASSERT_TRUE(line.motion) << line.text();
  EXPECT_NEAR(line.motion->duration(), 8.60202, 5e-6);
  const double expected[] = {0.04143, -1.10250, 3.03736, 2.44005, 1.14020, -0.80043};  // tests/literature/valera.cpp
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_NEAR(std::remainder(position(*line.motion, 0)[i] - expected[i], 2 * std::numbers::pi), 0, 0.6e-5);
  const auto other = read(valeras_line + "speed = 0.1\nbranch = \"+-+\"\n", "puma_valera");
  ASSERT_TRUE(other.motion) << other.text();
  EXPECT_NEAR(position(*other.motion, 0)[1], 0.32081, 0.6e-5);
  const auto by_law = read(valeras_line + "seconds = 4\nlaw = \"cycloid\"\n", "puma_valera");
  ASSERT_TRUE(by_law.motion) << by_law.text();
  EXPECT_EQ(by_law.motion->duration(), 4.0);
}

TEST(ScenarioLine, FindsAWayToHoldTheArmByItself) {
  const auto panda = read(
      "form = \"line\"\nfrom = [0.4, 0.1, 0.4]\nto = [0.5, -0.2, 0.5]\nzyz_deg = [0, 180, 0]\nspeed = 0.1\ntool = "
      "\"flange\"\n",
      "panda");
  EXPECT_TRUE(panda.motion) << panda.text();
  const auto scara =
      read("form = \"line\"\nfrom = [0.4, 0.2, 0.3]\nto = [0.4, -0.2, 0.25]\nzyz_deg = [0, 180, 0]\nspeed = 0.2\n");
  EXPECT_TRUE(scara.motion) << scara.text();
}

TEST(ScenarioLine, TakesTheOrientationOfItsGuess) {
  const auto line = read(
      "form = \"line\"\nfrom = [1.33, 0, 1.8]\nto = [1.33, 1, 1.8]\nseconds = 1\n"
      "guess_deg = [0, 68.5, -135, 93.6, 90, 90]\n",
      "sixr_angeles");
  ASSERT_TRUE(line.motion) << line.text();
  EXPECT_NEAR(position(*line.motion, 1.0)[0], 46.02005 * std::numbers::pi / 180, 1e-6);
}

TEST(ScenarioLine, SaysWhereAndWhyItCannotGoOn) {
  const auto far = read("form = \"line\"\nfrom = [0.6, 0, 0]\nto = [1.1, 0, 0]\nzyz_deg = [45, 60, 90]\nspeed = 0.1\n",
                        "puma_valera");
  EXPECT_TRUE(far.has("line-unreachable",
                      "the line ends after 0.2784 of 0.5 m, at [0.8784, 0, 0]: link 'link6' stays 0.222 m away"))
      << far.text();
  EXPECT_EQ(far.findings[0].at.line, 4);
  const auto never =
      read("form = \"line\"\nfrom = [3, 0, 0]\nto = [1.1, 0, 0]\nzyz_deg = [45, 60, 90]\nspeed = 0.1\n", "puma_valera");
  EXPECT_TRUE(never.has("line-unreachable", "cannot begin at [3, 0, 0]")) << never.text();
  EXPECT_EQ(never.findings[0].at.line, 3);
  const auto tilted =
      read("form = \"line\"\nfrom = [0.4, 0.1, 0.3]\nto = [0.3, 0.1, 0.3]\nzyz_deg = [0, 90, 0]\nspeed = 0.1\n");
  EXPECT_TRUE(tilted.has("line-unreachable")) << tilted.text();
  const auto low =
      read("form = \"line\"\nfrom = [0.4, 0.1, 0.3]\nto = [0.4, 0.1, 0.1]\nzyz_deg = [0, 180, 0]\nspeed = 0.1\n");
  EXPECT_TRUE(low.has("line-joint-limit", "joint 'stroke'")) << low.text();
}

TEST(ScenarioLine, SaysWhatIsWrongInItsKeys) {
  EXPECT_TRUE(read(valeras_line, "puma_valera").has("missing-key", "neither 'speed' nor 'seconds'"));
  EXPECT_TRUE(read(valeras_line + "speed = 0\n", "puma_valera").has("not-positive", "'speed' of the motion is 0"));
  EXPECT_TRUE(read(valeras_line + "speed = 1\nseconds = 1\n", "puma_valera").has("key-not-applicable", "'seconds'"));
  EXPECT_TRUE(
      read(valeras_line + "speed = 1\ntool = \"link7\"\n", "puma_valera").has("unknown-link", "did you mean 'link"));
  EXPECT_TRUE(read(valeras_line + "speed = 1\nbranch = \"up\"\n", "puma_valera").has("branch-wrong", "\"up\""));
  EXPECT_TRUE(read(valeras_line + "speed = 1\nbranch = \"+++\"\n", "ur10e").has("branch-unknown", "meet in a point"));
  EXPECT_TRUE(read("form = \"line\"\nfrom = [0,0,1]\nto = [0,0,1]\nzyz = [0,0,0]\nspeed = 1\n", "puma_valera")
                  .has("line-length", "0 m long"));
  EXPECT_TRUE(read("form = \"line\"\nfrom = [0,1]\nspeed = 1\n", "puma_valera").has("wrong-length"));
}

TEST(ScenarioMotion, ReadsTheTableThatExciteWrites) {
  const tests::ScratchFolder folder;
  const std::string rows =
      "t,q1,q2,q3,q4,qd1,qd2,qd3,qd4,qdd1,qdd2,qdd3,qdd4\n0,0,0,0.1,0,0,0,0,0,0,0,0,0\n"
      "1,1,0,0.1,0,0,0,0,0,0,0,0,0\n";
  const std::string path = folder.file("motion.csv");
  std::ofstream(path) << rows;
  const auto table = read("form = \"csv\"\nfile = \"" + path + "\"\n");
  ASSERT_TRUE(table.motion) << table.text();
  EXPECT_NEAR(position(*table.motion, 0.5)[0], 0.5, 1e-15) << "the 3-4-5 polynomial";
  EXPECT_TRUE(read("form = \"csv\"\nfile = \"absent.csv\"\n").has("motion-unreadable"));
  std::ofstream(path) << "t,q1\n0,0\n";
  EXPECT_TRUE(read("form = \"csv\"\nfile = \"" + path + "\"\n").has("column-missing", "q:elbow"));
  std::ofstream(path) << "t,q1,q2,q3,q4\n0,0,0,0.1,0\n1,1,0,0.1,0\n1,0,0,0,0\n";
  EXPECT_TRUE(read("form = \"csv\"\nfile = \"" + path + "\"\n").has("time-order"));
  std::ofstream(path) << "t,q1,q2,q3,q4\n0,0,0,0.1,0\n1,1,0,0.1,0\n";
  const auto spline = read("form = \"csv\"\nfile = \"" + path + "\"\n");
  ASSERT_TRUE(spline.motion) << spline.text();
  EXPECT_NEAR(position(*spline.motion, 0.25)[0], 3.0 / 16 - 2.0 / 64, 1e-15) << "the cubic";
}

}  // namespace
}  // namespace tauforge::simulate
