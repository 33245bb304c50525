// The experiments of [IHPH92, sec. 7] on a virtual PUMA 260: figures 6 to 9 as numbers. The controller has the 23 published
// parameters, every one of them is off by a deviation in the arm, and the arm has 29 more.
#include <gtest/gtest.h>

#include <map>
#include <numbers>

#include "tauforge/files/read_robot.h"
#include "tauforge/scenario/simulate.h"

namespace tauforge::simulate {

namespace {

const std::string source = TAUFORGE_SOURCE_DIR;

const robot::Robot& puma260() {
  static const robot::Robot robot = files::load_robot(source + "/robots/puma260.toml").take().robot;
  return robot;
}

// The largest error of a joint [deg].
double error(const std::string& experiment, std::size_t joint) {
  static std::map<std::string, scenario::Outcome> runs;
  if (!runs.count(experiment)) {
    auto scenario = scenario::read_scenario(source + "/examples/paper000/" + experiment + ".toml", puma260());
    EXPECT_TRUE(scenario.ok()) << experiment;
    if (!scenario.ok()) return -1.0;
    runs[experiment] = scenario::simulate(scenario.value());
  }
  return runs[experiment].drives[joint].largest_error * 180.0 / std::numbers::pi;
}

struct Moving {
  std::string experiment;
  std::size_t joint;
};
const Moving all[] = {{"joint1", 0}, {"joint2", 1}, {"joint3", 2}, {"together", 0}, {"together", 1}, {"together", 2}};

}  // namespace

TEST(OpenLoopOf1992, ErrsLessAtHighSpeedThanAtLow) {
  for (const auto& [experiment, joint] : all)
    EXPECT_LT(error(experiment + "_fast", joint), error(experiment + "_slow", joint)) << experiment << joint + 1;
}

TEST(OpenLoopOf1992, FollowsNinetyDegreesAt180DegreesPerSecondWithinTenPercent) {
  for (const auto& [experiment, joint] : all)
    EXPECT_LT(error(experiment + "_fast", joint), 9.0) << experiment << joint + 1;
}

TEST(GravityAtTheMeasuredPosition, LowersTheErrorOfSlowMotionsFiveFold) {
  for (const auto& [experiment, joint] : all)
    if (experiment != "joint1") {
      EXPECT_GT(error(experiment + "_slow", joint), 5.0 * error(experiment + "_slow_gravity", joint))
          << experiment << joint + 1;
    }
}

// Its axis is vertical, so there is nothing to compensate.
TEST(GravityAtTheMeasuredPosition, ChangesNothingForJoint1Alone) {
  EXPECT_NEAR(error("joint1_slow", 0), error("joint1_slow_gravity", 0), 0.01);
}

}  // namespace tauforge::simulate
