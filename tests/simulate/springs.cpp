// Springs of the virtual robot: closed forms, and the audit of energy with what they store.
#include <gtest/gtest.h>

#include "arms.h"
#include "tauforge/dynamics/spring.h"
#include "tauforge/simulate/integrator.h"
#include "tests/support/random_robot.h"

namespace tauforge::simulate {
namespace {

using tests::Constant;
using tests::Pendulum;

void add_spring(robot::Robot& robot, robot::SpringKind kind, const robot::Spring<double>& spring) {
  robot.tree.springs.push_back({0, kind});
  robot.parameters.spring.push_back(spring);
}

// J qdd = -k (q - q0): back where it began after 2 pi sqrt(J/k).
TEST(Springs, SwingAFlywheelInThePeriodOfTheHarmonicOscillator) {
  const Pendulum flywheel{.m = 0, .l = 0, .J = 0.3};
  robot::Robot robot = flywheel.robot();
  const double k = 12.0, q0 = 0.4, w = std::sqrt(k / flywheel.J);
  add_spring(robot, robot::SpringKind::torsion, {.stiffness = k, .rest = q0});
  Plant plant(robot);
  Constant torques({0});
  Integrator integrator(plant, torques, {.method = Method::rk4, .step = 1e-4});
  const std::vector<double> q{1.5}, qd{0};
  integrator.set_state(q, qd);
  integrator.advance(0.3);
  EXPECT_NEAR(integrator.q()[0], q0 + 1.1 * std::cos(w * 0.3), 1e-9);
  integrator.advance(2 * M_PI / w);
  EXPECT_NEAR(integrator.q()[0], 1.5, 1e-9);
}

// A spring without length, straight above the axis, whose stiffness times both radii is the weight times its lever, holds a
// pendulum wherever it is put: the classical static balance.
TEST(Springs, BalanceAPendulumInEveryPosture) {
  const Pendulum pendulum;  // hangs at q = 0: m g l sin q
  robot::Robot robot = pendulum.robot();
  const double a = 0.15, r = 0.35, k = pendulum.m * tests::gravity * pendulum.l / (a * r);
  const double phi = M_PI;  // the anchor above, the rod on the arm
  add_spring(robot, robot::SpringKind::counterbalance, {0.0, k, 0.0, a, r, -1.0, 0.0});
  Plant plant(robot);
  for (double q = -3; q <= 3; q += 0.25) {
    const std::vector<double> at{q};
    std::vector<double> tau(1);
    plant.gravity(at, true, tau);
    EXPECT_NEAR(tau[0], 0.0, 1e-9) << q << " " << phi;
  }
}

TEST(Springs, StoreWhatTheArmLoses) {
  for (const unsigned seed : {7u, 8u, 9u}) {  // the last behind a transmission
    tests::Random random(seed);
    const robot::Robot robot = tests::random_robot(random, {.joints = 4, .transmission = seed == 9, .springs = true});
    Plant plant(robot, false);
    const auto x = tests::random_state(random, robot, false);
    Constant torques(std::vector<double>(4, 0.0));
    Integrator integrator(plant, torques, {Method::dormand_prince, 0.01, 1e-11});
    integrator.set_state(x.q, x.qd);
    const auto stored = [&] {
      std::vector<double> joints;
      dynamics::to_joints<double>(robot.tree, robot.parameters, integrator.q(), true, joints);
      return dynamics::spring_energy<double>(robot.tree, robot.parameters, joints);
    };
    const double before = stored();
    integrator.advance(0.5);
    const EnergyAudit audit = integrator.audit();
    EXPECT_NEAR(audit.end, audit.begin, 1e-7 * audit.largest_kinetic) << seed;
    EXPECT_GT(std::abs(stored() - before), 1e-3 * audit.largest_kinetic) << "nothing was stored";
  }
}

// A stuck drive holds the spring as well.
TEST(Springs, AreHeldByDryFrictionUntilTheyPullHarder) {
  const Pendulum flywheel{.m = 0, .l = 0, .J = 0.3, .friction = {.coulomb = 2.0}};
  robot::Robot robot = flywheel.robot();
  add_spring(robot, robot::SpringKind::torsion, {.stiffness = 10.0});
  Plant plant(robot);
  const std::vector<double> still{0}, none{0};
  std::vector<Grip> grip(1);
  for (const auto& [q, held] : {std::pair{0.19, true}, {0.21, false}, {-0.19, true}, {-0.21, false}}) {
    const std::vector<double> at{q};
    plant.grip(at, still, none, grip);
    EXPECT_EQ(grip[0] == Grip::stuck, held) << q;
  }
}

}  // namespace
}  // namespace tauforge::simulate
