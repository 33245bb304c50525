// Robots small enough for textbooks: their torques are known in closed form.
#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/dynamics/newton_euler.h"

namespace tauforge::dynamics {
namespace {

std::vector<double> torques(const Tree& tree, const Parameters<double>& par, const State<double>& x) {
  NewtonEulerWorkspace<double> workspace;
  std::vector<double> tau(base_rows(tree) + tree.size());
  newton_euler<double>(tree, par, x, workspace, tau);
  return tau;
}

// [Cra], section 6.7: two links of length l1, l2 in a vertical plane, each a point mass at its end.
TEST(TwoLinkArm, ObeysCraigsClosedForm) {
  const double m1 = 1.7, m2 = 0.9, l1 = 0.8, l2 = 0.6, g = 9.81;
  Tree tree;
  tree.add(robot::JointType::revolute, Tree::base);
  tree.add(robot::JointType::revolute, 0);
  Parameters<double> par;
  par.gravity = {0, -g, 0};
  par.placement = {Pose<double>{}, Pose<double>{spatial::identity3<double>(), {l1, 0, 0}}};
  par.offset = {0, 0};
  par.body = {{m1, {m1 * l1, 0, 0}, {0, m1 * l1 * l1, m1 * l1 * l1}},
              {m2, {m2 * l2, 0, 0}, {0, m2 * l2 * l2, m2 * l2 * l2}}};

  for (const double q2 : {-2.1, -0.4, 0.0, 1.3}) {
    State<double> x;
    x.q = {0.7, q2}, x.qd = {1.9, -2.3}, x.qdd = {-3.1, 4.7};
    const double c1 = std::cos(0.7), c2 = std::cos(q2), s2 = std::sin(q2), c12 = std::cos(0.7 + q2);
    const double qd1 = 1.9, qd2 = -2.3, qdd1 = -3.1, qdd2 = 4.7;
    const double tau1 = m2 * l2 * l2 * (qdd1 + qdd2) + m2 * l1 * l2 * c2 * (2 * qdd1 + qdd2) +
                        (m1 + m2) * l1 * l1 * qdd1 - m2 * l1 * l2 * s2 * qd2 * qd2 - 2 * m2 * l1 * l2 * s2 * qd1 * qd2 +
                        m2 * l2 * g * c12 + (m1 + m2) * l1 * g * c1;
    const double tau2 =
        m2 * l1 * l2 * c2 * qdd1 + m2 * l1 * l2 * s2 * qd1 * qd1 + m2 * l2 * g * c12 + m2 * l2 * l2 * (qdd1 + qdd2);
    const auto tau = torques(tree, par, x);
    EXPECT_NEAR(tau[0], tau1, 1e-13 * 50);
    EXPECT_NEAR(tau[1], tau2, 1e-13 * 50);
  }
}

// A body without mass on a gimbal of two crossed axes: turning both, the inner drive feels
// (Iyy - Ixx) sin cos w^2, the gyroscopic moment of Euler's equations.
TEST(SpinningBody, FeelsTheGyroscopicMoment) {
  const double Ixx = 0.7, Iyy = 0.2, Izz = 0.5, spin = 3.0, q2 = 0.6;
  Tree tree;
  tree.add(robot::JointType::revolute, Tree::base);
  tree.add(robot::JointType::revolute, 0);
  Parameters<double> par;
  // z of the inner joint is -y of the outer frame; y of the inner frame at q2 = 0 is z of the outer one
  par.placement = {Pose<double>{}, Pose<double>{{1, 0, 0, 0, 0, -1, 0, 1, 0}, {}}};
  par.offset = {0, 0};
  par.body = {{}, {0.0, {}, {Ixx, Iyy, Izz}}};
  State<double> x;
  x.q = {0.3, q2}, x.qd = {spin, 0.0}, x.qdd = {0.0, 0.0};
  // in the inner frame w = spin (sin q2, cos q2, 0), and (w x I w)_z = w_x w_y (Iyy - Ixx)
  EXPECT_NEAR(torques(tree, par, x)[1], (Iyy - Ixx) * std::sin(q2) * std::cos(q2) * spin * spin, 1e-14);
}

}  // namespace
}  // namespace tauforge::dynamics
