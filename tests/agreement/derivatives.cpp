// The same template in other scalars: Dual against differences, float against double, velocities of frames.
#include <gtest/gtest.h>

#include "tauforge/dynamics/instances/numbers.h"
#include "tauforge/functions/instances.h"
#include "tests/support/dual_state.h"
#include "tests/support/random_robot.h"
#include "tests/support/values.h"

namespace tauforge::tests {
namespace {

State<double> shifted(State<double> x, const State<double>& direction, double h) {
  for (std::size_t i = 0; i < x.q.size(); ++i) {
    x.q[i] += h * direction.q[i];
    x.qd[i] += h * direction.qd[i];
    x.qdd[i] += h * direction.qdd[i];
  }
  return x;
}

TEST(Dual, DifferentiatesEveryFormulationLikeCentralDifferences) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = random_robot(random, {.joints = 1 + static_cast<int>(seed % 6), .tree = seed % 3 == 0});
    const State<double> x = random_state(random, robot, false), direction = random_state(random, robot, false);
    State<Dual> moving;
    moving.q = along(x.q, direction.q), moving.qd = along(x.qd, direction.qd), moving.qdd = along(x.qdd, direction.qdd);
    const double h = 1e-5;
    for (const auto& entry : dynamics::inverse_dynamics_catalogue()) {
      if (!entry.suits(robot.tree)) continue;
      dynamics::InverseDynamicsWorkspace<Dual> workspace;
      std::vector<Dual> tau(x.q.size());
      dynamics::rigid_inverse_dynamics<Dual>(entry.method, robot.tree, as_dual(robot.parameters), moving, workspace,
                                             tau);
      const auto plus = rigid_torque(robot, shifted(x, direction, h), entry.method);
      const auto minus = rigid_torque(robot, shifted(x, direction, -h), entry.method);
      double scale = 1e-3;
      for (const Dual& t : tau) scale = std::max(scale, std::abs(t.derivative));
      for (std::size_t i = 0; i < tau.size(); ++i)
        EXPECT_NEAR(tau[i].derivative, (plus[i] - minus[i]) / (2 * h), 1e-6 * scale) << entry.name << ", row " << i;
    }
    if (HasFailure()) break;
  }
}

TEST(Float, AgreesWithDoubleToItsPrecision) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = random_robot(random, {.joints = 1 + static_cast<int>(seed % 7), .tree = seed % 3 == 0});
    const State<double> x = random_state(random, robot, false);
    const auto par = robot::converted<float>(robot.parameters, [](double v) { return static_cast<float>(v); });
    State<float> state;
    state.q.assign(x.q.begin(), x.q.end()), state.qd.assign(x.qd.begin(), x.qd.end());
    state.qdd.assign(x.qdd.begin(), x.qdd.end());
    for (const auto& entry : dynamics::inverse_dynamics_catalogue()) {
      if (!entry.suits(robot.tree)) continue;
      const std::vector<float> tau =
          functions::DriveDynamics<float>(robot.tree, par, {.inverse_dynamics = entry.method}).torques(state);
      const std::vector<double> expected = torque(robot, x, entry.method);
      for (std::size_t i = 0; i < tau.size(); ++i)
        EXPECT_NEAR(tau[i], expected[i], 1e-4 * largest(expected)) << entry.name << ", row " << i;
    }
    if (HasFailure()) break;
  }
}

TEST(Jacobian, TimesTheVelocitiesIsTheDerivativeOfForwardKinematics) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = random_robot(
        random, {.joints = 1 + static_cast<int>(seed % 9), .tree = seed % 2 == 0, .floating = seed % 4 == 0});
    const State<double> x = random_state(random, robot, false);
    const auto par = as_dual(robot.parameters);
    dynamics::ForwardKinematicsWorkspace<Dual> workspace;
    std::vector<spatial::Pose<Dual>> X(robot.parameters.body.size());
    dynamics::forward_kinematics<Dual>(robot.tree, par, in_time(x), workspace, X);
    for (robot::Index body : robot.tree.base_to_tip()) {
      const spatial::Pose<Dual> link = X[body] * par.link_frame[body];
      const auto rate = [](const spatial::Vec3<Dual>& a) {
        return robot::Vector{a.x.derivative, a.y.derivative, a.z.derivative};
      };
      const auto value = [](const spatial::Vec3<Dual>& a) { return robot::Vector{a.x.value, a.y.value, a.z.value}; };
      // a unit vector e turns with w x e: w = 1/2 sum e x e'
      robot::Vector w{};
      for (const auto& e : {column_x(link.R), column_y(link.R), column_z(link.R)})
        w = w + 0.5 * cross(value(e), rate(e));
      const robot::Vector v = rate(link.p);
      const Eigen::VectorXd twist = jacobian(robot, x, body) * velocities(robot, x);
      Eigen::VectorXd expected(6);
      expected << v.x, v.y, v.z, w.x, w.y, w.z;
      EXPECT_LT((twist - expected).cwiseAbs().maxCoeff(), 1e-12 * (1 + expected.cwiseAbs().maxCoeff()));
    }
    if (HasFailure()) break;
  }
}

// The transpose of the same matrix turns a force at a link into joint torques.
TEST(Jacobian, TransposedTurnsWrenchesIntoTorques) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    robot::Robot robot = random_robot(random, {.joints = 1 + static_cast<int>(seed % 9), .tree = seed % 2 == 0});
    robot.parameters.gravity = {};
    State<double> x = at_rest(random_state(random, robot));
    const robot::Index body = random.integer(0, robot.tree.size() - 1);
    std::vector<spatial::Pose<double>> X(robot.parameters.body.size());
    dynamics::ForwardKinematicsWorkspace<double> workspace;
    dynamics::forward_kinematics<double>(robot.tree, robot.parameters, x, workspace, X);
    const spatial::Pose<double>& X_0i = X[body];
    const robot::Vector force = random.vector(10), moment = random.vector(5);  // at the link's origin, in the world
    const robot::Vector lever = X_0i.R * robot.parameters.link_frame[body].p;
    x.external.resize(X.size());
    x.external[body] = {transposed_times(X_0i.R, force), transposed_times(X_0i.R, moment + cross(lever, force))};
    Eigen::VectorXd wrench(6);
    wrench << force.x, force.y, force.z, moment.x, moment.y, moment.z;
    const Eigen::VectorXd expected = -(jacobian(robot, x, body).transpose() * wrench);
    EXPECT_LT((as_vector(rigid_torque(robot, x)) - expected).cwiseAbs().maxCoeff(),
              1e-12 * wrench.cwiseAbs().maxCoeff() * 10);
  }
}

}  // namespace
}  // namespace tauforge::tests
