#include "tauforge/literature/elastic_arm.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tauforge/files/read_robot.h"
#include "tauforge/simulate/integrator.h"

namespace tauforge::literature {

namespace {

robot::Robot puma260() {
  return files::load_robot(std::string(TAUFORGE_SOURCE_DIR) + "/robots/puma260.toml", {}).take().robot;
}

// Gears bend by g / K, and nothing moves while the drives hold the arm.
TEST(ElasticArm, RestsBentByGravity) {
  const robot::Robot robot = puma260();
  ElasticArm arm(robot, 12.0);
  const std::vector<double> q{0.1, -0.7, 0.4, 0.2, 0.9, -0.3};
  simulate::Plant rigid(robot, false);
  std::vector<double> g(6);
  rigid.gravity(q, true, g);
  arm.set_position(q);
  arm.advance(0.5, g);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(arm.q()[i], q[i], 1e-6);
  EXPECT_GT(std::abs(arm.theta()[1] - q[1]), 1e-4);
}

struct Held : simulate::Torques {
  std::vector<double> tau;
  void at(double, std::span<const double>, std::span<double> out) noexcept override {
    std::copy(tau.begin(), tau.end(), out.begin());
  }
};

// The stiffer the gears, the closer to a rigid arm: the difference of their paths goes down with the square of the frequency.
TEST(ElasticArm, BecomesRigidAsItsGearsBecomeStiff) {
  robot::Robot robot = puma260();
  for (auto& drive : robot.parameters.drive) drive.coulomb = drive.static_level = 0.0;
  const std::vector<double> q{0.1, -0.7, 0.4, 0.2, 0.9, -0.3};
  simulate::Plant plant(robot);
  Held held;
  held.tau.assign(6, 0.0);
  plant.gravity(q, true, held.tau);
  for (double& tau : held.tau) tau *= 1.3;
  simulate::Integrator rigid(plant, held, {});
  rigid.set_state(q, std::vector<double>(6, 0.0));
  rigid.advance(0.3);
  double off[2] = {0, 0};
  const double hertz[2] = {25.0, 50.0};
  for (const int k : {0, 1}) {
    ElasticArm arm(robot, hertz[k], 0.5);
    arm.set_position(q);
    arm.advance(0.3, held.tau);
    for (std::size_t i = 0; i < 6; ++i) off[k] = std::max(off[k], std::abs(arm.q()[i] - rigid.q()[i]));
  }
  EXPECT_LT(off[1], 0.5 * off[0]);
  EXPECT_LT(off[1], 0.02);
  EXPECT_GT(std::abs(rigid.q()[1] - q[1]), 0.05) << "it moves";
}

}  // namespace

}  // namespace tauforge::literature
