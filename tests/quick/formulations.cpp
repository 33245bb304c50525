// The formulations against one another on a few dozen random robots, compiled here for double alone.
#include <gtest/gtest.h>

#include "tauforge/dynamics/regressor.h"
#include "tauforge/functions/drive_dynamics.h"
#include "tests/support/random_robot.h"

namespace tauforge::tests {
namespace {

using namespace dynamics;

std::vector<double> torque(InverseDynamics method, const robot::Robot& robot, const State<double>& x) {
  return functions::DriveDynamics<double>(robot.tree, robot.parameters, {.inverse_dynamics = method}).torques(x);
}

void expect_near(const std::vector<double>& a, const std::vector<double>& b, double tolerance, const char* what) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], tolerance * largest(b)) << what << ", row " << i;
}

robot::Robot quick_robot(Random& random, unsigned seed) {
  return random_robot(random, {.joints = 1 + static_cast<int>(seed % 6), .transmission = seed % 4 == 0});
}

class Quick : public ::testing::TestWithParam<InverseDynamics> {};

// Lagrange shares nothing with the recursions but the energies.
TEST_P(Quick, FormulationAgreesWithLagrange) {
  for (unsigned seed = 1; seed <= 60 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = quick_robot(random, seed);
    const State<double> x = random_state(random, robot);
    expect_near(torque(GetParam(), robot, x), torque(InverseDynamics::lagrange, robot, x), 1e-11, "torque");
  }
}

INSTANTIATE_TEST_SUITE_P(Of, Quick,
                         ::testing::Values(InverseDynamics::newton_euler, InverseDynamics::luh_walker_paul,
                                           InverseDynamics::khalil, InverseDynamics::augmented_body,
                                           InverseDynamics::gibbs_appell, InverseDynamics::gibbs_function,
                                           InverseDynamics::kane, InverseDynamics::compound_link),
                         [](const auto& method) { return "number" + std::to_string(method.index); });

TEST(QuickMassMatrix, HasColumnsOfTorques) {
  for (unsigned seed = 1; seed <= 60 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    robot::Robot robot = quick_robot(random, seed);
    const State<double> x = random_state(random, robot, false);
    State<double> still = x;
    still.qdd.assign(x.q.size(), 0.0);
    const std::vector<double> bias = torque(InverseDynamics::newton_euler, robot, still);
    std::vector<double> expected = torque(InverseDynamics::newton_euler, robot, x);
    for (const auto method : {MassMatrix::composite_body, MassMatrix::walker_orin, MassMatrix::compound_link}) {
      const std::size_t n = x.q.size();
      std::vector<double> sum = bias;
      const std::vector<double> M =
          functions::DriveDynamics<double>(robot.tree, robot.parameters, {.mass_matrix = method}).mass_matrix(x);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) sum[i] += M[i * n + j] * x.qdd[j];
      expect_near(sum, expected, 1e-11, "M qdd + bias");
    }
  }
}

// Velocity torques are dM/dt qd - dT/dq: with M by Dual along the motion, what is left has to be the rate of the momentum.
TEST(QuickMomentum, IsMTimesVelocitiesAndChangesByDTOverDqLessGravity) {
  using Dual = scalar::Dual<double>;
  for (unsigned seed = 1; seed <= 60 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = random_robot(
        random, {.joints = 1 + static_cast<int>(seed % 6), .tree = seed % 2 == 0, .transmission = seed % 4 == 0});
    State<double> x = random_state(random, robot, false);
    x.qdd.assign(x.q.size(), 0.0);
    const std::size_t n = x.q.size();
    functions::DriveDynamics<double> drives(robot.tree, robot.parameters);
    std::vector<double> both(2 * n), tau(n), p(n, 0.0), rate(n, 0.0);
    drives.momentum(x, both);
    drives.torques(x, tau, {.friction = true});
    State<Dual> moving;
    for (std::size_t i = 0; i < n; ++i) moving.q.emplace_back(x.q[i], x.qd[i]);
    const auto par = robot::converted<Dual>(robot.parameters, [](double v) { return Dual(v); });
    const std::vector<Dual> M = functions::DriveDynamics<Dual>(robot.tree, par).mass_matrix(moving);
    for (std::size_t i = 0; i < n; ++i) {
      rate[i] = -tau[i];
      for (std::size_t j = 0; j < n; ++j)
        p[i] += M[i * n + j].value * x.qd[j], rate[i] += M[i * n + j].derivative * x.qd[j];
    }
    expect_near({both.begin(), both.begin() + static_cast<std::ptrdiff_t>(n)}, p, 1e-11, "p");
    for (std::size_t i = 0; i < n; ++i)
      EXPECT_NEAR(both[n + i], rate[i], 1e-11 * std::max(largest(rate), largest(tau))) << "rate, row " << i;
  }
}

TEST(QuickForwardDynamics, UndoesInverseDynamics) {
  for (unsigned seed = 1; seed <= 60 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot =
        random_robot(random, {.joints = 1 + static_cast<int>(seed % 6), .tree = true, .floating = seed % 2 == 0});
    const State<double> x = random_state(random, robot);
    const std::vector<double> tau = torque(InverseDynamics::newton_euler, robot, x);
    std::vector<double> expected;
    if (robot.tree.floating) {
      const auto& [linear, angular] = x.base.acceleration;
      for (const double a : {linear.x, linear.y, linear.z, angular.x, angular.y, angular.z}) expected.push_back(a);
    }
    for (const double a : x.qdd) expected.push_back(a);
    for (const auto method : {ForwardDynamics::articulated_body, ForwardDynamics::mass_matrix}) {
      const std::vector<double> qdd =
          functions::DriveDynamics<double>(robot.tree, robot.parameters, {.forward_dynamics = method})
              .accelerations(x, tau);
      expect_near(qdd, expected, 1e-8, "qdd");
    }
  }
}

TEST(QuickGravity, IsInverseDynamicsAtRest) {
  for (unsigned seed = 1; seed <= 60 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot = random_robot(
        random, {.joints = 1 + static_cast<int>(seed % 6), .tree = true, .floating = seed % 2 == 0, .drives = false});
    State<double> x = random_state(random, robot, false);
    x.qd.assign(x.q.size(), 0.0);
    x.qdd.assign(x.q.size(), 0.0);
    x.base.velocity = x.base.acceleration = {};
    GravityTorqueWorkspace<double> workspace;
    std::vector<double> tau(robot.tree.nv());
    gravity_torque<double>(robot.tree, robot.parameters, x, workspace, tau);
    expect_near(tau, torque(InverseDynamics::newton_euler, robot, x), 1e-11, "gravity");
  }
}

TEST(QuickRegressor, TimesTheParametersIsTheTorque) {
  for (unsigned seed = 1; seed <= 60 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot =
        random_robot(random, {.joints = 1 + static_cast<int>(seed % 6), .tree = true, .drives = false});
    const State<double> x = random_state(random, robot, false);
    const std::size_t n = x.q.size(), columns = inertial_columns(robot.tree);
    std::vector<double> Y(n * columns), tau(n, 0.0);
    RegressorWorkspace<double> workspace;
    rigid_regressor<double>(robot.tree, robot.parameters, x, workspace, Y);
    for (std::size_t b = 0; b < n; ++b) {
      const auto m = moved(inverse(robot.parameters.link_frame[b]), robot.parameters.body[b]);
      const double pi[] = {m.m, m.h.x, m.h.y, m.h.z, m.I.xx, m.I.yy, m.I.zz, m.I.xy, m.I.yz, m.I.xz};
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 0; k < 10; ++k) tau[i] += Y[i * columns + 10 * b + k] * pi[k];
    }
    expect_near(tau, torque(InverseDynamics::newton_euler, robot, x), 1e-11, "Y pi");
  }
}

}  // namespace
}  // namespace tauforge::tests
