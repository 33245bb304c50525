// Dry friction that sticks, against closed forms and against every combination of sticking and sliding tried in turn.
#include <gtest/gtest.h>

#include <array>

#include "arms.h"
#include "tauforge/simulate/plant.h"
#include "tests/support/random_robot.h"
#include "tests/support/values.h"

namespace tauforge::simulate {
namespace {

using tests::Constant;
using tests::Pendulum;

robot::Drive<double> dry(double coulomb) {
  robot::Drive<double> drive;
  drive.coulomb = coulomb;
  return drive;
}

struct Moving {
  Plant plant;
  Constant torques;
  Integrator integrator;
  Moving(const robot::Robot& robot, std::vector<double> q, std::vector<double> qd, std::vector<double> tau,
         IntegratorSettings settings = {.method = Method::rk4, .step = 1e-2})
      : plant(robot), torques(std::move(tau)), integrator(plant, torques, settings) {
    integrator.set_state(q, qd);
  }
  double q(std::size_t i = 0) const { return integrator.q()[i]; }
  double qd(std::size_t i = 0) const { return integrator.qd()[i]; }
};

TEST(Sticking, APendulumStaysWhereItsWeightIsBelowTheFriction) {
  // m g l sin q = fc at the edge
  const double edge = std::asin(3.0 / (2 * tests::gravity * 0.5));
  const Pendulum pendulum{2, 0.5, 0.1, dry(3.0)};
  for (const double share : {-0.999999, -0.5, 0.0, 0.7, 0.999999}) {
    Moving run(pendulum.robot(), {share * edge}, {0}, {0});
    run.integrator.advance(20);
    EXPECT_EQ(run.q(), share * edge);  // exactly
    EXPECT_EQ(run.qd(), 0.0);
    EXPECT_EQ(run.integrator.grips()[0], Grip::stuck);
    EXPECT_NEAR(run.plant.friction()[0], -2 * tests::gravity * 0.5 * std::sin(share * edge), 1e-12);
  }
  for (const double share : {-1.0001, 1.0001}) {
    Moving run(pendulum.robot(), {share * edge}, {0}, {0});
    run.integrator.advance(1);
    EXPECT_LT(run.q() / (share * edge), 0.9999) << "slides towards the lowest point";
  }
}

TEST(Sticking, AFlywheelStopsWhenAndWhereCoulombSaysAndStays) {
  const double w0 = 3.7, J = 0.3, fc = 0.9, stop = J * w0 / fc, way = J * w0 * w0 / (2 * fc);
  for (const Method method : {Method::rk4, Method::dormand_prince, Method::semi_implicit_euler})
    for (const double sign : {1.0, -1.0}) {
      const double step = method == Method::semi_implicit_euler ? 1e-4 : 0.017;
      Moving run(Pendulum{0, 0, J, dry(fc)}.robot(), {0.2}, {sign * w0}, {0}, {.method = method, .step = step});
      run.integrator.advance(stop - 1e-6);
      EXPECT_NEAR(run.qd(), sign * 1e-6 * fc / J, 1e-12);
      run.integrator.advance(stop + 1e-9);
      EXPECT_EQ(run.qd(), 0.0);
      const double stopped = run.q();
      EXPECT_NEAR(stopped, 0.2 + sign * way, method == Method::semi_implicit_euler ? 1e-3 : 1e-12);
      run.integrator.advance(10);
      EXPECT_EQ(run.q(), stopped);
      EXPECT_EQ(run.integrator.counts().stops, 1u);
    }
}

TEST(Sticking, ADriveMovesOnlyAboveTheBreakAwayTorque) {
  const robot::Robot flywheel = Pendulum{0, 0, 0.5, dry(2.0)}.robot();
  for (const double tau : {1.999999, -1.999999, 0.0}) {
    Moving run(flywheel, {0}, {0}, {tau});
    run.integrator.advance(10);
    EXPECT_EQ(run.q(), 0.0);
  }
  Moving run(flywheel, {0}, {0}, {-2.5});
  run.integrator.advance(2);
  EXPECT_NEAR(run.q(), -0.5 / 0.5 * 2 * 2 / 2, 1e-12);
}

TEST(Sticking, AConstantOffsetShiftsWhatHolds) {
  robot::Drive<double> drive = dry(2.0);
  drive.offset = 0.5;  // needs 0.5 to stand: holds from -1.5 to 2.5
  for (const double tau : {-1.4999, 2.4999}) {
    Moving run(Pendulum{0, 0, 0.5, drive}.robot(), {0}, {0}, {tau});
    run.integrator.advance(1);
    EXPECT_EQ(run.q(), 0.0);
  }
  for (const double tau : {-1.6, 2.6}) {
    Moving run(Pendulum{0, 0, 0.5, drive}.robot(), {0}, {0}, {tau});
    run.integrator.advance(1);
    EXPECT_NEAR(run.q(), (tau > 0 ? 0.1 : -0.1) / 0.5 / 2, 1e-12);
  }
}

TEST(Sticking, ViscousAndDryFrictionStopAtTheLogarithm) {
  // v = (v0 + fc/fv) exp(-fv t/J) - fc/fv
  const double v0 = 5, J = 0.2, fc = 0.4, fv = 0.3;
  robot::Drive<double> drive = dry(fc);
  drive.viscous = fv;
  Moving run(Pendulum{0, 0, J, drive}.robot(), {0}, {v0}, {0}, {.method = Method::rk4, .step = 1e-3});
  const double stop = J / fv * std::log(1 + fv * v0 / fc);
  run.integrator.advance(stop * 0.999999);
  EXPECT_GT(run.qd(), 0.0);
  run.integrator.advance(stop * 1.000001);
  EXPECT_EQ(run.qd(), 0.0);
  EXPECT_NEAR(run.q(), J / fv * (v0 - fc / fv * std::log(1 + fv * v0 / fc)), 1e-9);
}

// A block of 2 kg on a slope, thrown upwards.
robot::Robot slope(double angle, double coulomb) {
  robot::Robot robot;
  tests::add_joint(robot, robot::JointType::prismatic, robot::Tree::base);
  robot.parameters.gravity = {-tests::gravity * std::cos(angle), 0, -tests::gravity * std::sin(angle)};  // z uphill
  robot.parameters.body.back().m = 2;
  robot.parameters.drive.back() = dry(coulomb);
  return robot;
}
TEST(Sticking, ABlockThrownUpASlopeStaysOrComesBack) {
  const double angle = 0.4, down = 2 * tests::gravity * std::sin(angle), v0 = 2;
  for (const double coulomb : {1.2 * down, 0.6 * down}) {
    Moving run(slope(angle, coulomb), {0}, {v0}, {0});
    const double up = (down + coulomb) / 2, top = v0 * v0 / (2 * up), stop = v0 / up, t = 3.0;
    run.integrator.advance(t);
    if (coulomb > down) {
      EXPECT_NEAR(run.q(), top, 1e-12);
      EXPECT_EQ(run.qd(), 0.0);
    } else {
      const double back = (down - coulomb) / 2;
      EXPECT_NEAR(run.q(), top - back * (t - stop) * (t - stop) / 2, 1e-9);
      EXPECT_NEAR(run.qd(), -back * (t - stop), 1e-9);
    }
  }
}

// A mass that a spring pulls at constant speed over a rough floor: the oldest example of stick and slip. From the moment
// of breaking away, with w^2 = k/m and d = (hold - fc)/k:
//   x = V t - V/w sin wt + d (1 - cos wt),  at rest again at w t = 2 pi - 2 atan(d w / V)
struct Spring : Torques {
  double k, V;
  Spring(double stiffness, double speed) : k(stiffness), V(speed) {}
  void at(double t, std::span<const double> q, std::span<double> tau) noexcept override { tau[0] = k * (V * t - q[0]); }
};
TEST(Sticking, APulledMassSticksAndSlipsAsInTheTextbook) {
  const double J = 0.4, k = 10, V = 0.5, fc = 1.0, hold = 1.5;
  robot::Robot robot = Pendulum{0, 0, J, dry(fc)}.robot();
  robot.limits[0].break_away_torque = hold;
  Plant plant(robot);
  Spring spring(k, V);
  Integrator integrator(plant, spring, {.method = Method::rk4, .step = 2e-3});
  const double away = hold / (k * V), w = std::sqrt(k / J), d = (hold - fc) / k;
  const double slide = (2 * M_PI - 2 * std::atan(d * w / V)) / w;
  const auto x = [&](double t) { return V * t - V / w * std::sin(w * t) + d * (1 - std::cos(w * t)); };
  integrator.advance(away - 1e-6);
  EXPECT_EQ(integrator.q()[0], 0.0);
  integrator.advance(away + 0.3 * slide);
  EXPECT_NEAR(integrator.q()[0], x(0.3 * slide), 1e-8);
  integrator.advance(away + slide + 1e-6);
  EXPECT_EQ(integrator.qd()[0], 0.0);
  EXPECT_NEAR(integrator.q()[0], x(slide), 1e-8);
  // the spring is now shorter by 2d: it takes until the belt has made up for that
  const double rest = integrator.q()[0], again = (hold / k + rest) / V;
  integrator.advance(again - 1e-6);
  EXPECT_EQ(integrator.q()[0], rest);
  integrator.advance(again + slide + 1e-6);
  EXPECT_NEAR(integrator.q()[0], 2 * rest, 1e-7);
  EXPECT_EQ(integrator.counts().stops, 2u);
}

// (3) and (4) with every combination tried, by the mass matrix: an independent way to the unique answer.
TEST(Sticking, AgreesWithTryingEveryCombinationOnRandomRobots) {
  for (const bool transmission : {false, true})
    for (unsigned seed = 1; seed <= 60; ++seed) {
      SCOPED_TRACE(seed);
      tests::Random random(seed);
      robot::Robot robot = tests::random_robot(random, {.joints = 4, .transmission = transmission});
      const std::size_t n = static_cast<std::size_t>(robot.tree.drives());
      for (auto& kind : robot.tree.friction) kind = robot::FrictionKind::coulomb;
      for (auto& drive : robot.parameters.drive) drive = {drive.inertia, 0.1, random.uniform(0.5, 20), 0.3};
      const auto x = tests::random_state(random, robot, false);
      std::vector<double> qd = x.qd, tau(n);
      for (double& v : qd)
        if (random.chance(0.8)) v = 0;
      for (double& t : tau) t = random.uniform(-30, 30);
      auto state = x;
      state.qd = qd;
      state.qdd.assign(n, 0.0);
      robot::Robot smooth = robot;
      for (auto& drive : smooth.parameters.drive) drive.coulomb = 0;
      const auto M = tests::mass_matrix(smooth, x.q);
      const auto b = tests::torque(smooth, state);
      int solutions = 0;
      std::vector<double> expected(n);
      const int patterns = static_cast<int>(std::pow(3, n));
      for (int pattern = 0; pattern < patterns; ++pattern) {
        std::vector<int> way(n);  // -1, 1: slides; 0: stuck
        bool possible = true;
        for (std::size_t i = 0, p = static_cast<std::size_t>(pattern); i < n; ++i, p /= 3) {
          way[i] = static_cast<int>(p % 3) - 1;
          possible = possible && (qd[i] == 0 || way[i] == (qd[i] > 0 ? 1 : -1));
        }
        if (!possible) continue;
        tests::Matrix A = M;
        Eigen::VectorXd rhs(n), free(n);
        for (std::size_t i = 0; i < n; ++i) {
          free[i] = tau[i] - b[i] - way[i] * robot.parameters.drive[i].coulomb;
          rhs[i] = way[i] == 0 ? 0 : free[i];
          if (way[i] == 0) A.row(i).setZero(), A(i, i) = 1;
        }
        const Eigen::VectorXd qdd = A.fullPivLu().solve(rhs), held = free - M * qdd;
        for (std::size_t i = 0; i < n; ++i) {
          if (qd[i] != 0) continue;
          possible =
              possible && (way[i] == 0 ? std::abs(held[i]) <= robot.parameters.drive[i].coulomb : way[i] * qdd[i] > 0);
        }
        if (!possible) continue;
        ++solutions;
        for (std::size_t i = 0; i < n; ++i) expected[i] = qdd[i];
      }
      ASSERT_EQ(solutions, 1);
      Plant plant(robot);
      std::vector<Grip> grips(n);
      std::vector<double> qdd(n);
      plant.grip(x.q, qd, tau, grips);
      plant.acceleration(x.q, qd, tau, grips, qdd);
      const double scale = tests::largest(expected, 1.0);
      for (std::size_t i = 0; i < n; ++i) {
        EXPECT_NEAR(qdd[i], expected[i], 1e-8 * scale);
        if (expected[i] == 0) {
          EXPECT_EQ(qdd[i], 0.0);
        }
      }
    }
}

TEST(Sticking, FrictionOfTheFileCanBeLeftOut) {
  Plant plant(Pendulum{0, 0, 0.5, dry(2.0)}.robot(), false);
  Constant torques({0.1});
  Integrator integrator(plant, torques, {});
  integrator.advance(1);
  EXPECT_NEAR(integrator.q()[0], 0.1, 1e-12);
}

}  // namespace
}  // namespace tauforge::simulate
