// The same data again moves nothing: neither the delay nor a choice nor a number, in whatever disguise it comes.
#include <gtest/gtest.h>

#include "tauforge/files/read_robot.h"
#include "tauforge/identify/identify.h"
#include "tests/support/virtual_log.h"

namespace tauforge::identify {

namespace {

using recording::Recording;

robot::Robot arm() {
  return files::load_robot(std::string(TAUFORGE_SOURCE_DIR) + "/robots/puma260.toml", {}).take().robot;
}

// Two logs whose torques come 4 ms before the motion.
std::vector<Recording> early_logs(const robot::Robot& robot) {
  std::vector<Recording> logs;
  for (const unsigned seed : {1u, 2u}) {
    Recording log = testing::swinging_log(robot, {.seed = seed, .samples = 1500, .period = 0.004, .swing = 0.6});
    for (auto& tau : log.effort) std::rotate(tau.begin(), tau.begin() + 1, tau.end());
    log = recording::slice(log, 0, 1499);
    log.gaps = recording::find_gaps(log.t);
    logs.push_back(log);
  }
  return logs;
}

// Copy number k of a log: its clock begins elsewhere, and a row is missing at the beginning, at the end, or in neither place.
Recording disguised(const Recording& log, std::size_t k) {
  Recording copy = recording::slice(log, k % 3 == 1 ? 1 : 0, log.samples() - (k % 3 == 2 ? 1 : 0));
  for (double& t : copy.t) t += 0.0137 * static_cast<double>(k);
  return copy;
}

TEST(RepeatedData, MovesNeitherTheDelayNorANumber) {
  const robot::Robot robot = arm();
  const std::vector<Recording> logs = early_logs(robot);
  const auto once = identify(robot, logs);
  ASSERT_TRUE(once.ok());
  EXPECT_NEAR(once.value().model.preparation.delay, -4e-3, 0.4e-3);
  for (const std::size_t copies : {3u, 30u, 300u}) {
    std::vector<Recording> all;
    for (std::size_t k = 0; k < copies; ++k)
      for (const Recording& log : logs) all.push_back(disguised(log, k));
    const auto often = identify(robot, all);
    ASSERT_TRUE(often.ok());
    EXPECT_EQ(often.value().model.preparation.delay, once.value().model.preparation.delay) << copies;
    EXPECT_EQ(often.value().model.values, once.value().model.values) << copies;
    for (std::size_t k = 0; k < once.value().estimates.size(); ++k)
      EXPECT_EQ(often.value().estimates[k].all_deviation, once.value().estimates[k].all_deviation);
  }
}

}  // namespace

}  // namespace tauforge::identify
