#include "tauforge/excite/excitation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/files/read_robot.h"
#include "tauforge/motion/trajectory.h"

namespace tauforge::identify {
namespace {

robot::Robot from_text(const std::string& text) {
  const auto description = files::read_robot(files::source_from_text("robot.toml", text));
  EXPECT_TRUE(description.ok());
  return robot::assemble(description.value(), {}).take();
}

robot::Robot elbow_arm() {
  return from_text(
      "schema = 1\nname = \"arm\"\ngravity = [0, -9.81, 0]\nconvention = \"modified_dh\"\n"
      "[[link]]\nname = \"base\"\n[[link]]\nname = \"upper\"\nmass = 4\ncentre = [0.2, 0.01, 0]\ninertia = [0.01, 0.1, "
      "0.1, 0, 0, 0]\n"
      "[[link]]\nname = \"fore\"\nmass = 2\ncentre = [0.15, 0, 0.02]\ninertia = [0.01, 0.05, 0.05, 0, 0, 0]\n"
      "[[joint]]\ntype = \"revolute\"\nname = \"shoulder\"\nparent = \"base\"\nchild = "
      "\"upper\"\n[joint.limits]\nlower = -2\nupper = "
      "2\nvelocity = 3\nacceleration = 15\ntorque = 60\n"
      "[[joint]]\ntype = \"revolute\"\nname = \"elbow\"\nparent = \"upper\"\nchild = \"fore\"\na = "
      "0.4\n[joint.limits]\nlower = -1.5\nupper "
      "= 2.5\nvelocity = 4\nacceleration = 20\ntorque = 20\n");
}

excite::ExcitationOptions quick(excite::ExcitationForm form, excite::ExcitationGoal goal) {
  excite::ExcitationOptions options;
  options.form = form, options.goal = goal;
  options.evaluations = 300, options.samples = 60;
  return options;
}

TEST(Excitation, StaysWithinEveryLimitAndRestsAtBothEnds) {
  const robot::Robot robot = elbow_arm();
  for (const auto form : {excite::ExcitationForm::fourier, excite::ExcitationForm::polynomial}) {
    const auto found = excite::excite(robot, quick(form, excite::ExcitationGoal::condition));
    ASSERT_TRUE(found.ok());
    const excite::Excitation& e = found.value();
    EXPECT_TRUE(e.within_limits);
    double closest = 0.0;
    for (std::size_t j = 0; j < 2; ++j) {
      const auto& limits = robot.limits[j];
      EXPECT_GE(e.joints[j].lowest, *limits.lower);
      EXPECT_LE(e.joints[j].highest, *limits.upper);
      EXPECT_LE(e.joints[j].largest_velocity, 0.9 * *limits.velocity + 1e-6);
      EXPECT_LE(e.joints[j].largest_acceleration, 0.9 * *limits.acceleration + 1e-6);
      EXPECT_LE(e.joints[j].largest_torque, 0.9 * *limits.torque + 1e-6);
      for (const double share : {e.joints[j].velocity_share, e.joints[j].acceleration_share, e.joints[j].torque_share})
        closest = std::max(closest, share);
    }
    EXPECT_GT(closest, 0.9) << "as fast as something allows: " << e.limited_by;
    std::vector<double> q(2), qd(2), qdd(2);
    for (const double t : {0.0, e.motion->duration()}) {
      e.motion->evaluate(t, q, qd, qdd);
      for (const double v : qd) EXPECT_NEAR(v, 0.0, 1e-9);
    }
  }
}

TEST(Excitation, IsBetterConditionedThanRandomMotions) {
  const auto found =
      excite::excite(elbow_arm(), quick(excite::ExcitationForm::fourier, excite::ExcitationGoal::condition));
  ASSERT_TRUE(found.ok());
  EXPECT_LT(found.value().condition, 0.9 * found.value().random_condition);
}

TEST(Excitation, WithTheGoalOfInformationGathersMore) {
  auto options = quick(excite::ExcitationForm::polynomial, excite::ExcitationGoal::information);
  const auto searched = excite::excite(elbow_arm(), options);
  options.evaluations = 1;
  const auto random = excite::excite(elbow_arm(), options);
  ASSERT_TRUE(searched.ok() && random.ok());
  EXPECT_GT(searched.value().information, random.value().information);
}

TEST(Excitation, IsTheSameForTheSameSeed) {
  const auto a = excite::excite(elbow_arm(), quick(excite::ExcitationForm::fourier, excite::ExcitationGoal::condition));
  const auto b = excite::excite(elbow_arm(), quick(excite::ExcitationForm::fourier, excite::ExcitationGoal::condition));
  ASSERT_TRUE(a.ok() && b.ok());
  EXPECT_EQ(a.value().condition, b.value().condition);
  EXPECT_EQ(a.value().motion->duration(), b.value().motion->duration());
}

TEST(Excitation, IsStoppedByTheTorqueOfAWeightlessRotor) {
  // one disc of 0.5 kg m^2 and a torque limit alone: the largest acceleration is 0.9 times limit over inertia
  auto robot = from_text(
      "schema = 1\nname = \"disc\"\ngravity = [0, 0, 0]\nconvention = \"modified_dh\"\n[[link]]\nname = \"base\"\n"
      "[[link]]\nname = \"disc\"\nmass = 1\ncentre = [0, 0, 0]\ninertia = [0.25, 0.25, 0.5, 0, 0, 0]\n"
      "[[joint]]\ntype = \"revolute\"\nname = \"axis\"\nparent = \"base\"\nchild = \"disc\"\n[joint.limits]\nlower = "
      "-3\nupper = "
      "3\nvelocity = 1000\ntorque = 2\n");
  const auto found = excite::excite(robot, quick(excite::ExcitationForm::fourier, excite::ExcitationGoal::condition));
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found.value().limited_by, "torque of joint axis");
  EXPECT_NEAR(found.value().joints[0].largest_acceleration, 0.9 * 2.0 / 0.5, 0.06 * 0.9 * 2.0 / 0.5);
}

TEST(Excitation, SaysWhichLimitsItAssumes) {
  robot::Robot robot = elbow_arm();
  robot.limits[1] = {};
  const auto found = excite::excite(robot, quick(excite::ExcitationForm::fourier, excite::ExcitationGoal::condition));
  ASSERT_TRUE(found.ok());
  ASSERT_EQ(found.findings().size(), 3u);
  EXPECT_EQ(found.findings()[0].code, "limit-assumed");
}

TEST(Excitation, RefusesArmsTooHeavyForTheirDrives) {
  robot::Robot robot = elbow_arm();
  robot.limits[0].torque = 0.01;
  const auto found = excite::excite(robot, quick(excite::ExcitationForm::fourier, excite::ExcitationGoal::condition));
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.findings().back().code, "motion-impossible");
}

// In the words of the user: a condition number, not the logarithm that is minimised.
TEST(Excitation, ShowsTheBestValueOfItsGoalWhileItSearches) {
  for (const auto goal : {excite::ExcitationGoal::condition, excite::ExcitationGoal::information}) {
    excite::ExcitationOptions options = quick(excite::ExcitationForm::fourier, goal);
    double shown = 0.0;
    options.watch = [&](int, double best) {
      shown = best;
      return true;
    };
    const auto found = excite::excite(elbow_arm(), options);
    ASSERT_TRUE(found.ok());
    const double reached =
        goal == excite::ExcitationGoal::condition ? found.value().condition : found.value().information;
    EXPECT_NEAR(shown, reached, 1e-9 * std::abs(reached));
  }
}

}  // namespace
}  // namespace tauforge::identify
