// The explicit model against the recursions, element by element.
#include <gtest/gtest.h>

#include "tauforge/explicit_model/explicit_model.h"
#include "tests/support/compute.h"
#include "tests/support/random_robot.h"

namespace tauforge::tests {
namespace {

using explicit_model::derive;
using explicit_model::ExplicitModel;

// Every a_ij, [kl,i] and g_i of the model against composite bodies, the Coriolis matrix and the gravity recursion.
void expect_agreement(const robot::Robot& robot, const ExplicitModel& model, unsigned seed, int poses = 20) {
  SCOPED_TRACE(robot.name + ", seed " + std::to_string(seed));
  Random random(seed);
  const int n = model.n;
  for (int pose = 0; pose < poses; ++pose) {
    State<double> x = random_state(random, robot, false);
    const Matrix A = mass_matrix(robot, x.q);
    const auto g = gravity_torque(robot, x);
    const double size = std::max(1.0, A.cwiseAbs().maxCoeff()), weight = largest(g, 1.0);
    for (int i = 0; i < n; ++i) {
      for (int j = i; j < n; ++j)
        EXPECT_NEAR(model.value(model.A.at(i, j), x.q), A(i, j), 1e-12 * size) << "a" << i + 1 << j + 1;
      EXPECT_NEAR(model.value(model.g[static_cast<std::size_t>(i)], x.q), g[static_cast<std::size_t>(i)],
                  1e-12 * weight)
          << "g" << i + 1;
    }
    for (int l = 0; l < n; ++l) {
      x.qd.assign(static_cast<std::size_t>(n), 0.0);
      x.qd[static_cast<std::size_t>(l)] = 1;
      const Matrix C = coriolis_matrix(robot, x);
      for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k) {
          const auto use = model.christoffel.use(i, k, l);
          const double value =
              use.distinct < 0
                  ? 0.0
                  : use.sign * model.value(model.christoffel.distinct[static_cast<std::size_t>(use.distinct)], x.q);
          EXPECT_NEAR(value, C(i, k), 1e-12 * size) << "[" << k + 1 << l + 1 << "," << i + 1 << "]";
        }
    }
    if (::testing::Test::HasFailure()) break;
  }
}

TEST(ExplicitModel, OfThePuma560EqualsTheRecursionsInAll153Elements) {
  const robot::Robot robot = robot_in_folder("puma560");
  expect_agreement(robot, derive(robot).value(), 560);
}

TEST(ExplicitModel, OfEveryRobotOfThePapersEqualsTheRecursions) {
  for (const char* name : {"puma260", "stanford", "renaud6r", "scara", "puma_valera", "rx90"}) {
    const robot::Robot robot = robot_in_folder(name);
    expect_agreement(robot, derive(robot).value(), 7, 3);
  }
}

TEST(ExplicitModel, OfRandomArmsWithSlidingJointsEqualsTheRecursions) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    Random random(seed);
    const robot::Robot robot = random_robot(random, {.joints = 1 + static_cast<int>(seed % 4)});
    expect_agreement(robot, derive(robot).value(), seed, 3);
  }
}

}  // namespace
}  // namespace tauforge::tests
