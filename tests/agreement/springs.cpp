// Springs and counterbalances: forces on a lever, gradients of an energy, and every function that has them.
#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/dynamics/instances/numbers.h"
#include "tauforge/dynamics/spring.h"
#include "tauforge/functions/instances.h"
#include "tests/support/coordinates.h"
#include "tests/support/dual_state.h"
#include "tests/support/random_robot.h"
#include "tests/support/values.h"

namespace tauforge::tests {
namespace {

using functions::Function;
using robot::SpringKind;

robot::Robot springy(Random& random, unsigned seed, bool floating = true) {
  return random_robot(random, {.joints = 1 + static_cast<int>(seed % 7),
                               .tree = seed % 2 == 0,
                               .floating = floating && seed % 4 == 0,
                               .transmission = seed % 3 == 0,
                               .springs = true});
}

robot::Robot without_springs(robot::Robot robot) {
  robot.tree.springs.clear(), robot.parameters.spring.clear();
  return robot;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  return (as_vector(a) - as_vector(b)).cwiseAbs().maxCoeff();
}

// What springs ask of the coordinates: G' tau of the joints.
std::vector<double> torques_of_springs(const robot::Robot& robot, const State<double>& x) {
  const State<double> joints = joint_state(robot, x);
  const std::size_t base = robot.tree.floating ? 6 : 0, drives = robot.drives.size();
  std::vector<double> tau(base + drives, 0.0);
  for (std::size_t k = 0; k < robot.tree.springs.size(); ++k) {
    const auto& [joint, kind] = robot.tree.springs[k];
    const auto i = static_cast<std::size_t>(joint);
    const double own = dynamics::spring_torque(kind, robot.parameters.spring[k], joints.q[i]);
    for (std::size_t j = 0; j < drives; ++j)
      tau[base + j] += own * (robot.tree.direct ? (i == j ? 1.0 : 0.0) : robot.parameters.G[i * drives + j]);
  }
  return tau;
}

// The cylinder as a force between two points, and its moment about the axis.
TEST(Counterbalance, IsAForceOnALever) {
  Random random(3);
  for (int k = 0; k < 200; ++k) {
    const double a = random.uniform(0.1, 0.3), r = random.uniform(0.4, 0.8), phi = random.uniform(-3, 3);
    const double f = random.uniform(-500, 500), stiffness = random.uniform(0, 900), l0 = random.uniform(0.3, 1);
    const robot::Spring<double> spring{f, stiffness, l0, a, r, std::cos(phi), std::sin(phi)};
    const double q = random.uniform(-3, 3);
    const double ax = a, ay = 0.0, rx = r * std::cos(q + phi), ry = r * std::sin(q + phi);
    const double l = std::hypot(rx - ax, ry - ay), push = f + stiffness * (l0 - l);
    const double Fx = push * (rx - ax) / l, Fy = push * (ry - ay) / l;  // on the rod, away from the anchor
    const double moment = rx * Fy - ry * Fx;
    EXPECT_NEAR(dynamics::spring_torque(SpringKind::counterbalance, spring, q), -moment,
                1e-11 * (1 + std::abs(moment)));
  }
}

TEST(Counterbalance, IsTheGradientOfItsEnergy) {
  Random random(5);
  for (int k = 0; k < 200; ++k) {
    const double phi = random.uniform(-3, 3), q = random.uniform(-3, 3);
    const robot::Spring<double> spring{
        random.uniform(-500, 500), random.uniform(0, 900), random.uniform(0.3, 1), random.uniform(0.1, 0.3),
        random.uniform(0.4, 0.8),  std::cos(phi),          std::sin(phi)};
    robot::Spring<Dual> dual;
    dual = {Dual(spring.force), Dual(spring.stiffness), Dual(spring.rest), Dual(spring.anchor),
            Dual(spring.rod),   Dual(spring.cosine),    Dual(spring.sine)};
    for (const SpringKind kind : {SpringKind::counterbalance, SpringKind::torsion}) {
      robot::Spring<Dual> of = dual;
      if (kind == SpringKind::torsion) of.force = Dual(0.0);
      Dual along(q);
      along.derivative = 1.0;
      const double slope = dynamics::spring_energy(kind, of, along).derivative;
      EXPECT_NEAR(dynamics::spring_torque(kind, spring, q), slope, 1e-11 * (1 + std::abs(slope)));
      const auto d = dynamics::spring_directions(kind, spring, q);
      EXPECT_NEAR(spring.force * d.force + spring.stiffness * d.stiffness, slope, 1e-11 * (1 + std::abs(slope)));
    }
  }
}

TEST(Springs, AreInEveryTorqueThatGravityIsIn) {
  for (unsigned seed = 1; seed <= 60 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = springy(random, seed), bare = without_springs(robot);
    ASSERT_FALSE(robot.tree.springs.empty());
    const State<double> x = random_state(random, robot, false);
    const std::vector<double> springs = torques_of_springs(robot, x);
    const std::vector<double> q = positions_of(robot, x), qd = list(velocities(robot, x)),
                              qdd = list(accelerations(robot, x));
    functions::Computation<double> with(robot.tree, robot.parameters), without(bare.tree, bare.parameters);
    const auto more = [&](Function f, double sign, std::size_t first) {
      const std::vector<double> a = with(f, {q, qd, qdd}), b = without(f, {q, qd, qdd});
      for (std::size_t i = 0; i < a.size(); ++i) {
        const double own = i >= first && i < first + springs.size() ? sign * springs[i - first] : 0.0;
        EXPECT_NEAR(a[i] - b[i], own, 1e-12 * (largest(a) + largest(springs))) << functions::info(f).name << " " << i;
      }
    };
    const std::size_t n = springs.size();
    more(Function::inverse_dynamics, 1, 0), more(Function::gravity, 1, 0), more(Function::bias, 1, 0);
    more(Function::velocity_torque, 1, n), more(Function::friction, 1, n), more(Function::mass_matrix, 1, n * n);
    more(Function::coefficients, 1, n * n), more(Function::momentum, -1, n);
  }
}

TEST(Springs, AreTheGradientOfWhatTheyStoreBehindAnyTransmission) {
  for (unsigned seed = 1; seed <= 60 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = springy(random, seed, false);
    const State<double> x = random_state(random, robot, false);
    const std::vector<double> springs = torques_of_springs(robot, x);
    const auto par = as_dual(robot.parameters);
    for (std::size_t j = 0; j < springs.size(); ++j) {
      std::vector<double> direction(springs.size(), 0.0);
      direction[j] = 1;
      std::vector<Dual> joints;
      dynamics::to_joints<Dual>(robot.tree, par, along(x.q, direction), true, joints);
      const double slope = dynamics::spring_energy<Dual>(robot.tree, par, joints).derivative;
      EXPECT_NEAR(springs[j], slope, 1e-12 * largest(springs));
    }
  }
}

TEST(Springs, MoveTheArmAsTheyAskItsDrives) {
  for (unsigned seed = 1; seed <= 60 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = springy(random, seed);
    const State<double> x = random_state(random, robot);
    const std::vector<double> tau = torque(robot, x);
    for (const auto method : {dynamics::ForwardDynamics::articulated_body, dynamics::ForwardDynamics::mass_matrix}) {
      const std::vector<double> a = acceleration(robot, x, tau, method);
      EXPECT_LT((as_vector(a) - accelerations(robot, x)).cwiseAbs().maxCoeff(), 1e-7);
    }
  }
}

TEST(Springs, HaveColumnsOfTheRegressor) {
  for (unsigned seed = 1; seed <= 60 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    robot::Robot robot = springy(random, seed);
    const State<double> x = random_state(random, robot, false);
    const Matrix Y = regressor_with_drives(robot, x);
    std::vector<double> values;
    for (std::size_t k = 0; k < robot.tree.springs.size(); ++k) {
      const auto& spring = robot.parameters.spring[k];
      if (robot.tree.springs[k].kind == SpringKind::counterbalance) values.push_back(spring.force);
      values.push_back(spring.stiffness);
    }
    const std::vector<double> springs = torques_of_springs(robot, x);
    const auto columns = static_cast<Eigen::Index>(values.size());
    EXPECT_LT((Y.rightCols(columns) * as_vector(values) - as_vector(springs)).cwiseAbs().maxCoeff(),
              1e-12 * largest(springs));
    for (auto& spring : robot.parameters.spring) spring.force *= 3, spring.stiffness += 7;
    EXPECT_EQ(Y, regressor_with_drives(robot, x));  // made of motion and geometry alone
  }
}

TEST(Springs, ChangeTheDerivativesByTheirOwn) {
  for (unsigned seed = 1; seed <= 20 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = springy(random, seed, false);
    const State<double> x = random_state(random, robot, false);
    functions::Computation<double> compute(robot.tree, robot.parameters);
    const std::size_t n = x.q.size();
    const std::vector<double> both = compute(Function::inverse_dynamics_derivatives, {x.q, x.qd, x.qdd});
    for (std::size_t c = 0; c < n; ++c) {
      constexpr double h = 1e-5;
      std::vector<double> forth = x.q, back = x.q;
      forth[c] += h, back[c] -= h;
      const auto a = compute(Function::inverse_dynamics, {forth, x.qd, x.qdd}),
                 b = compute(Function::inverse_dynamics, {back, x.qd, x.qdd});
      for (std::size_t r = 0; r < n; ++r)
        EXPECT_NEAR(both[n + r * n + c], (a[r] - b[r]) / (2 * h), 1e-5 * (1 + largest(both))) << r << " " << c;
    }
  }
}

TEST(Springs, AreNoneOfTheBodiesAlone) {
  Random random(11);
  const robot::Robot robot = springy(random, 5, false), bare = without_springs(robot);
  const State<double> x = random_state(random, robot, false);
  functions::Computation<double> rigid(robot.tree, robot::bodies_alone(robot.parameters)),
      other(bare.tree, robot::bodies_alone(bare.parameters));
  EXPECT_EQ(rigid(Function::inverse_dynamics, {x.q, x.qd, x.qdd}),
            other(Function::inverse_dynamics, {x.q, x.qd, x.qdd}));
  EXPECT_LT(largest_difference(rigid(Function::gravity, {x.q, {}, {}}), other(Function::gravity, {x.q, {}, {}})),
            1e-300);
}

}  // namespace
}  // namespace tauforge::tests
