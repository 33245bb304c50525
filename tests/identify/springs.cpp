// Springs and counterbalances found in logs, and kept where logs cannot tell them.
#include <gtest/gtest.h>

#include <algorithm>

#include "tauforge/dynamics/regressor.h"
#include "tauforge/files/robot_toml.h"
#include "tauforge/files/source_text.h"
#include "tauforge/identify/hand_over.h"
#include "tauforge/identify/identified_robot.h"
#include "tests/support/counterbalanced_arm.h"
#include "tests/support/virtual_log.h"

namespace tauforge::identify {
namespace {

// The file of somebody who knows where the cylinder stands, not how strong it is.
robot::Robot with_other_springs(robot::Robot robot) {
  for (auto& spring : robot.parameters.spring) spring.force *= 0.6, spring.stiffness *= 1.5;
  return robot;
}

bool mentioned(const Identification& found, const std::string& word) {
  return std::any_of(found.reasons.begin(), found.reasons.end(), [&](const std::string& reason) {
    return reason.starts_with("springs: ") && reason.find(word) != std::string::npos;
  });
}

robot::Robot read_back(const robot::Description& description, const robot::Robot& robot, robot::Meaning meaning) {
  const std::string text = files::write_robot_toml(identified_description(description, robot, meaning));
  return robot::assemble(files::read_robot_toml(files::source_from_text("written.toml", text)).value()).take();
}

TEST(Springs, AreFoundWhereTheMotionTellsThem) {
  const robot::Robot plant = tests::counterbalanced_arm();
  const robot::Robot prior = with_other_springs(plant);
  const auto found = identified_robot(prior, {testing::swinging_log(plant, {.seed = 4, .noise = 0.005})}).take();
  const auto& springs = found.possible.robot.parameters.spring;
  ASSERT_EQ(springs.size(), 2u);
  EXPECT_NEAR(springs[0].force, 2500, 0.05 * 2500);
  EXPECT_NEAR(springs[0].stiffness, 1800, 0.1 * 1800);
  EXPECT_NEAR(springs[1].stiffness, 45, 0.05 * 45);
  // what is written is what was scored
  const auto fresh = testing::swinging_log(plant, {.seed = 5, .noise = 0.0});
  const robot::Robot file =
      read_back(tests::counterbalanced_description(), found.possible.robot, robot::Meaning::physical);
  EXPECT_EQ(file.parameters.spring, springs);
  const HandOver handed = handed_over(file, {validate(found.prior, found.possible.model, fresh)});
  EXPECT_LT(handed.difference, largest_rounding);
  EXPECT_LT(handed.all.all, 1.5);
  EXPECT_LT(handed_over(found.reduced, {validate(found.prior, found.found.model, fresh)}).difference, largest_rounding);
}

TEST(Springs, AreMissedWhereTheFileHasNone) {
  const robot::Robot plant = tests::counterbalanced_arm();
  robot::Robot rigid = plant;
  rigid.tree.springs.clear(), rigid.parameters.spring.clear();
  const auto log = testing::swinging_log(plant, {.seed = 4, .noise = 0.005});
  const auto with = identify(plant, {log}).take(), without = identify(rigid, {log}).take();
  EXPECT_GT(without.training.of_drive[1], 4.0 * with.training.of_drive[1]);
}

// The shoulder stands on the first axis: no motion tells the stiffness from the upper arm's first moments.
TEST(Springs, KeepTheFilesValueWhereFirstMomentsHideThem) {
  const robot::Robot plant = tests::counterbalanced_arm(0.0);
  robot::Robot prior = plant;
  prior.parameters.spring[0].stiffness = 1500;  // as the file has it; the truth cannot be known
  const auto base = ordered_base_parameters(prior, paper_order(prior.tree, true));
  const auto names = parameter_names(prior);
  const auto hidden = std::find_if(base.dropped.begin(), base.dropped.end(), [&](const DroppedColumn& dropped) {
    return names[static_cast<std::size_t>(dropped.column)].name == "ck2";
  });
  ASSERT_NE(hidden, base.dropped.end());
  const auto found = identified_robot(prior, {testing::swinging_log(plant, {.seed = 4, .noise = 0.005})}).take();
  EXPECT_TRUE(mentioned(found.found, "ck2"));
  EXPECT_NEAR(found.possible.robot.parameters.spring[0].stiffness, 1500, 1e-3);
  const auto fresh = testing::swinging_log(plant, {.seed = 5, .noise = 0.0});
  EXPECT_LT(validate(found.possible.robot, found.found.model.preparation, fresh).error.all, 2.0);
  EXPECT_LT(validate(found.reduced, found.found.model.preparation, fresh).error.all, 2.0);
}

// The shoulder hardly moves: force and stiffness are one number to such a log.
TEST(Springs, AreRefusedWhereTheLogHardlyMovesThem) {
  const robot::Robot plant = tests::counterbalanced_arm();
  const robot::Robot prior = with_other_springs(plant);
  const auto found =
      identified_robot(prior, {testing::swinging_log(plant, {.seed = 4, .still = {1, 2}, .noise = 0.005})}).take();
  EXPECT_TRUE(mentioned(found.found, "cf2") || mentioned(found.found, "ck2"));
  const auto fresh = testing::swinging_log(plant, {.seed = 5, .noise = 0.0});
  const HandOver handed = handed_over(found.possible.robot, {validate(found.prior, found.possible.model, fresh)});
  EXPECT_LT(handed.difference, largest_rounding);
}

}  // namespace
}  // namespace tauforge::identify
