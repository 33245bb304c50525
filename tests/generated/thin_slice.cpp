// From a robot file to compiled C, once through: the bet that the whole design stands on.
#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/compiler/record_bodies.h"
#include "tauforge/dynamics/newton_euler.h"
#include "tauforge/files/robot_toml.h"
#include "tauforge/robot/assemble.h"
#include "tests/generated/built_model.h"
#include "tests/generated/pendulum.h"

namespace tauforge::tests {
namespace {

robot::Robot read(const std::string& text) {
  auto description = files::read_robot_toml(files::source_from_text("pendulum.toml", text));
  EXPECT_TRUE(description.ok());
  auto robot = robot::assemble(description.value());
  EXPECT_TRUE(robot.ok());
  return robot.take();
}

emit::Unit inverse_dynamics_of(const robot::Robot& robot, const std::string& comment) {
  emit::Unit unit;
  unit.prefix = robot.name;
  unit.comment = {comment};
  unit.style.libm = true;
  unit.functions.push_back({"inverse_dynamics",
                            comment,
                            compiler::record(compiler::literal_robot(robot), dynamics::InverseDynamics::newton_euler),
                            {}});
  return unit;
}

TEST(ThinSlice, ThePendulumObeysItsClosedForm) {
  const robot::Robot robot = read(pendulum_named("pendulum"));
  dynamics::NewtonEulerWorkspace<double> workspace;
  for (const double q : {-2.0, -0.3, 0.0, 0.4, 3.0}) {
    dynamics::State<double> x;
    x.q = {q}, x.qd = {1.7}, x.qdd = {-2.5};
    double tau = 0;
    dynamics::newton_euler<double>(robot.tree, robot.parameters, x, workspace, {&tau, 1});
    // (I + m l^2) qdd + m g l sin q
    const double expected = (0.012 + 1.3 * 0.7 * 0.7) * -2.5 + 1.3 * 9.81 * 0.7 * std::sin(q);
    EXPECT_NEAR(tau, expected, 1e-14 * 10);
  }
}

TEST(ThinSlice, CompiledCEqualsTheDoubleTemplateExactly) {
  const robot::Robot robot = read(pendulum_named("pendulum"));
  const CompiledC library(one_text(inverse_dynamics_of(robot, "pendulum */ int hostile; /*")));
  ASSERT_TRUE(library.ok()) << library.messages();
  const auto generated =
      library.function<void (*)(const double*, const double*, const double*, double*)>("pendulum_inverse_dynamics");
  ASSERT_NE(generated, nullptr);
  dynamics::NewtonEulerWorkspace<double> workspace;
  for (int k = -50; k <= 50; ++k) {
    dynamics::State<double> x;
    x.q = {0.0613 * k}, x.qd = {1.7 - 0.31 * k}, x.qdd = {0.77 * k};
    double expected = 0, tau = 1;
    dynamics::newton_euler<double>(robot.tree, robot.parameters, x, workspace, {&expected, 1});
    generated(x.q.data(), x.qd.data(), x.qdd.data(), &tau);
    EXPECT_EQ(tau, expected);
  }
}

}  // namespace
}  // namespace tauforge::tests
