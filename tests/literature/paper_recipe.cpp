// The recipe of [IHPH92] on logs of a robot that is no PUMA: a pendulum whose torques are written down here.
#include "tauforge/literature/paper_recipe.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "tauforge/files/read_robot.h"
#include "tauforge/identify/robot_parameters.h"
#include "tests/support/compile_c.h"

namespace tauforge::literature {

namespace {

constexpr double inertia = 0.649, weight = 8.92, coulomb = 0.3, viscous = 0.2;

robot::Robot pendulum() {
  const tests::ScratchFolder scratch;
  std::ofstream(scratch.file("arm.toml"))
      << "schema = 1\nname = \"arm\"\n[[link]]\nname = \"base\"\n[[link]]\nname = \"l\"\nmass = 1.3\n"
         "centre = [0.0, 0.0, -0.7]\ninertia = [0.011, 0.012, 0.003, 0, 0, 0]\n[[joint]]\nname = \"j\"\n"
         "type = \"revolute\"\nparent = \"base\"\nchild = \"l\"\naxis = [0, 1, 0]\n";
  return files::load_robot(scratch.file("arm.toml"), {}).take().robot;
}

// Torques of the velocities and accelerations that the paper's formulas give, so that its fit has no error at all:
// v_i = (q_i+1 - q_i-1) / 2T, a_i = (v_i+1 - v_i-1) / 2T. At the ends, which it drops, they are nonsense.
recording::Recording swing(const std::string& name, double frequency, double scale = 1.0, std::size_t samples = 300) {
  constexpr double T = 0.028;
  recording::Recording log;
  log.name = name, log.joints = {"j"}, log.effort_kind = recording::Effort::torque;
  log.q.resize(1), log.effort.resize(1);
  const auto q = [&](double k) {
    return 0.9 * std::sin(frequency * T * k) + 0.5 * std::sin(1.7 * frequency * T * k + 0.3);
  };
  const auto v = [&](double k) { return (q(k + 1) - q(k - 1)) / (2.0 * T); };
  for (std::size_t i = 0; i < samples; ++i) {
    const auto k = static_cast<double>(i);
    const double a = (v(k + 1) - v(k - 1)) / (2.0 * T);
    const double sign = v(k) > 0.0 ? 1.0 : -1.0;
    const bool dropped = i < 15 || i + 15 >= samples;
    log.t.push_back(T * k), log.q[0].push_back(q(k));
    log.effort[0].push_back(
        dropped ? 1e3 : scale * (inertia * a + weight * std::sin(q(k)) + coulomb * sign + viscous * v(k)));
  }
  return log;
}

double mean_of(const PaperIdentification& found, const std::string& name) {
  for (const auto& e : found.estimates)
    if (e.name.name == name) return e.significant ? e.significant_alone.mean : NAN;
  return NAN;
}

TEST(PaperRecipe, FindsWhatItsDifferencesMade) {
  const auto found = paper_identification(pendulum(), {swing("a", 2.1), swing("b", 3.3), swing("c", 1.4)});
  ASSERT_TRUE(found.ok());
  EXPECT_NEAR(mean_of(found.value(), "ia1"), inertia, 1e-9);
  EXPECT_NEAR(mean_of(found.value(), "z1"), -weight / 9.81, 1e-9);
  EXPECT_NEAR(mean_of(found.value(), "fs1"), coulomb, 1e-9);
  EXPECT_NEAR(mean_of(found.value(), "ds1"), viscous, 1e-9);
  EXPECT_EQ(found.value().significant, 4u) << "x1 makes no torque";
  ASSERT_EQ(found.value().trajectories.size(), 3u);
  EXPECT_EQ(found.value().trajectories[1].samples, 270u);
}

// Logs that say the same four numbers times 0.9, 1 and 1.2: the statistics can be written down.
TEST(PaperRecipe, ComparesTrajectoriesThatWereFittedAlone) {
  const auto found = paper_identification(pendulum(), {swing("a", 2.1, 0.9), swing("b", 2.1), swing("c", 2.1, 1.2)},
                                          {.judged = Judged::mean});
  ASSERT_TRUE(found.ok());
  for (const auto& e : found.value().estimates) {
    if (e.name.name != "fs1") continue;
    for (const auto& s : {e.all, e.significant_alone}) {
      EXPECT_NEAR(s.mean, coulomb * 3.1 / 3.0, 1e-9);
      EXPECT_NEAR(s.largest, 1.2 * coulomb, 1e-9);
      EXPECT_NEAR(s.smallest, 0.9 * coulomb, 1e-9);
      EXPECT_NEAR(s.deviation, coulomb * std::sqrt(0.07 / 3.0), 1e-9);  // (0.1333^2 + 0.0333^2 + 0.1667^2) / 2
    }
  }
}

TEST(PaperRecipe, WorksFromPositionsAloneWhateverVelocitiesWereMeasured) {
  auto a = swing("a", 2.1), b = swing("b", 3.3);
  a.qd = {std::vector<double>(a.samples(), 77.0)}, b.qd = {std::vector<double>(b.samples(), -5.0)};
  const auto found = paper_identification(pendulum(), {a, b});
  ASSERT_TRUE(found.ok());
  EXPECT_NEAR(mean_of(found.value(), "ds1"), viscous, 1e-9);
}

TEST(PaperRecipe, DropsWhatNeverMakesItsShareOfTheTorque) {
  const std::vector logs{swing("a", 2.1), swing("b", 3.3)};
  const auto found = paper_identification(pendulum(), logs, {.share = 0.2});  // friction makes less than a fifth
  ASSERT_TRUE(found.ok());
  EXPECT_TRUE(std::isnan(mean_of(found.value(), "fs1")));
  EXPECT_FALSE(std::isnan(mean_of(found.value(), "z1")));
  EXPECT_EQ(identify::parameters_of(found.value().reduced).size(), identify::parameters_of(pendulum()).size());
  EXPECT_EQ(found.value().reduced.parameters.drive[0].coulomb, 0.0) << "and the robot has nothing of it";
  EXPECT_FALSE(paper_identification(pendulum(), logs, {.share = 1e3}).ok());
}

std::string code_of(const diagnostic::Result<PaperIdentification>& found) {
  return found.ok() ? "" : found.findings().front().code;
}

TEST(PaperRecipe, RefusesWhatHasNoStatistics) {
  EXPECT_EQ(code_of(paper_identification(pendulum(), {swing("a", 2.1)})), "recipe-one-log");
  EXPECT_EQ(code_of(paper_identification(pendulum(), {swing("a", 2.1), swing("b", 2.1, 1.0, 30)})), "log-too-short");
  EXPECT_EQ(code_of(paper_identification(pendulum(), {})), "log-missing");
}

// Torques that have nothing to do with the motion.
TEST(PaperRecipe, DoubtsAModelThatMissesTheTorques) {
  std::vector logs{swing("a", 2.1), swing("b", 3.3)};
  const auto found = paper_identification(pendulum(), logs);
  ASSERT_TRUE(found.ok());
  EXPECT_TRUE(doubts_about(found.value(), found.value().reduced, logs).empty());
  for (double& tau : logs[0].effort[0]) tau *= -1.0;
  const auto doubts = doubts_about(found.value(), found.value().reduced, logs);
  ASSERT_EQ(doubts.size(), 1u);
  EXPECT_EQ(doubts[0].code, "recipe-error");
  robot::Robot impossible = found.value().reduced;
  impossible.parameters.drive[0].inertia = -1.0;
  const auto worse = doubts_about(found.value(), impossible, {});
  ASSERT_EQ(worse.size(), 1u);
  EXPECT_EQ(worse[0].code, "recipe-mass-matrix");
}

}  // namespace

}  // namespace tauforge::literature
