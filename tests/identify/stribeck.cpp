// Stribeck's level at rest, found in logs of arms that have it, and not in logs of arms that have not.
#include <gtest/gtest.h>

#include "tauforge/identify/identified_robot.h"
#include "tests/support/counterbalanced_arm.h"
#include "tests/support/virtual_log.h"

namespace tauforge::identify {
namespace {

const Settings with_stribeck = {
    .friction = {FrictionForm::coulomb, FrictionForm::smooth, FrictionForm::presliding, FrictionForm::stribeck}};

TEST(StribeckFriction, IsFoundAndWrittenAsItWasScored) {
  robot::Robot plant = tests::counterbalanced_arm();
  for (std::size_t j = 0; j < 3; ++j) {
    auto& drive = plant.parameters.drive[j];
    plant.tree.friction[j] = robot::FrictionKind::stribeck;
    drive.static_level = 1.8 * drive.coulomb, drive.stribeck_velocity = 0.3;
  }
  const robot::Robot prior = tests::counterbalanced_arm();
  const auto found =
      identified_robot(prior, {testing::swinging_log(plant, {.seed = 4, .noise = 0.002})}, with_stribeck).take();
  std::size_t chosen = 0;
  for (std::size_t j = 0; j < 3; ++j) {
    if (found.found.friction[j].form != FrictionForm::stribeck) continue;
    ++chosen;
    EXPECT_EQ(found.reduced.tree.friction[j], robot::FrictionKind::stribeck);
    EXPECT_GT(found.reduced.parameters.drive[j].static_level, 1.2 * found.reduced.parameters.drive[j].coulomb);
  }
  EXPECT_GE(chosen, 2u);
  const auto fresh = testing::swinging_log(plant, {.seed = 5, .noise = 0.0});
  const double model = validate(found.prior, found.found.model, fresh).error.all;
  EXPECT_NEAR(validate(found.reduced, found.found.model.preparation, fresh).error.all, model, 1e-6);
  EXPECT_LT(model, 2.0);
}

TEST(StribeckFriction, IsNotFoundWhereThereIsNone) {
  const robot::Robot plant = tests::counterbalanced_arm();
  const auto found = identify(plant, {testing::swinging_log(plant, {.seed = 4, .noise = 0.01})}, with_stribeck).take();
  for (const FrictionShape& shape : found.friction) EXPECT_NE(shape.form, FrictionForm::stribeck);
}

}  // namespace
}  // namespace tauforge::identify
