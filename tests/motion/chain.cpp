// Euler angles, and the kinematics of one chain against the templates of dynamics/.
#include "tauforge/motion/chain.h"

#include <gtest/gtest.h>

#include "tauforge/dynamics/instances/numbers.h"
#include "tauforge/motion/euler_zyz.h"
#include "tauforge/robot/exact_angles.h"
#include "tests/motion/kinematics.h"
#include "tests/support/dual_state.h"

namespace tauforge::motion {
namespace {

TEST(EulerZyz, IsATurnAboutZThenYThenZ) {
  const auto cs = [](double x) { return robot::CosSin{std::cos(x), std::sin(x)}; };
  const Vector a{0.3, 1.1, -2.0};
  const Rotation expected = robot::rotation_z(cs(a.x)) * (robot::rotation_y(cs(a.y)) * robot::rotation_z(cs(a.z)));
  EXPECT_LT(distance({rotation_zyz(a), {}}, {expected, {}}), 1e-15);
}

TEST(EulerZyz, ComesBackFromItsRotation) {
  std::mt19937 random(7);
  std::uniform_real_distribution<> angle(-3.1, 3.1), tilt(0.01, 3.1);
  for (int k = 0; k < 1000; ++k) {
    const Vector a{angle(random), tilt(random), angle(random)}, b = zyz_angles(rotation_zyz(a));
    EXPECT_NEAR(b.x, a.x, 1e-12);
    EXPECT_NEAR(b.y, a.y, 1e-12);
    EXPECT_NEAR(b.z, a.z, 1e-12);
  }
  for (const double tilt_at_a_pole : {0.0, std::numbers::pi}) {
    const Rotation R = rotation_zyz({0.7, tilt_at_a_pole, 0.4});
    EXPECT_LT(distance({rotation_zyz(zyz_angles(R)), {}}, {R, {}}), 1e-12);
  }
}

// Pose, Jacobian and the derivative of the Jacobian of the last link, for every robot of the folder.
TEST(Chain, AgreesWithTheTemplatesOfDynamics) {
  std::mt19937 random(1);
  for (const std::string& name : tests::robot_names()) {
    SCOPED_TRACE(name);
    const robot::Robot robot = tests::robot_in_folder(name);
    const Chain chain(robot, last_frame(robot));
    const std::size_t n = chain.drives();
    ASSERT_EQ(n, robot.joints.size());
    dynamics::State<double> x;
    x.q = random_posture(robot, random);
    for (std::size_t i = 0; i < n; ++i) x.qd.push_back(std::uniform_real_distribution<>(-2, 2)(random));
    std::vector<Pose> X(n);
    dynamics::ForwardKinematicsWorkspace<double> workspace;
    dynamics::forward_kinematics<double>(robot.tree, robot.parameters, x, workspace, X);
    EXPECT_LT(distance(chain.tip(x.q), X.back() * robot.parameters.link_frame.back()), 1e-14);

    std::vector<double> J(6 * n);
    EXPECT_LT(distance(chain.jacobian(x.q, J), chain.tip(x.q)), 1e-15);
    const tests::Matrix expected = tests::jacobian(robot, x, robot.tree.size() - 1);
    for (std::size_t r = 0; r < 6; ++r)
      for (std::size_t c = 0; c < n; ++c) EXPECT_NEAR(J[r * n + c], expected(r, c), 1e-13);

    // d/dt J along qd by dual numbers, times qd
    using tests::Dual;
    dynamics::State<Dual> moving;
    moving.q = tests::along(x.q, x.qd);
    dynamics::JacobianWorkspace<Dual> k;
    std::vector<Dual> J_dual(6 * n);
    const auto par = tests::as_dual(robot.parameters);
    dynamics::jacobian<Dual>(robot.tree, par, moving, robot.tree.size() - 1, par.link_frame.back().p, k, J_dual);
    const Twist<double> bias = chain.bias_acceleration(x.q, x.qd);
    const double found[] = {bias.linear.x,  bias.linear.y,  bias.linear.z,
                            bias.angular.x, bias.angular.y, bias.angular.z};
    for (std::size_t r = 0; r < 6; ++r) {
      double sum = 0.0;
      for (std::size_t c = 0; c < n; ++c) sum += J_dual[r * n + c].derivative * x.qd[c];
      EXPECT_NEAR(found[r], sum, 1e-12) << "row " << r;
    }
  }
}

TEST(Chain, MeasuresTurnsUpToHalfATurn) {
  const Vector axis{0.6, 0.0, 0.8};
  for (const double angle : {0.0, 1e-13, 1e-7, 0.5, 3.0, 3.14159}) {
    const double s = std::sin(angle / 2);
    const Rotation R =
        spatial::matrix(spatial::Quaternion<double>{s * axis.x, s * axis.y, s * axis.z, std::cos(angle / 2)});
    const Twist<double> d = difference({}, {R, {}});
    EXPECT_NEAR(d.angular.x, angle * axis.x, 1e-9 * angle + 1e-16);
    EXPECT_NEAR(d.angular.z, angle * axis.z, 1e-9 * angle + 1e-16);
  }
}

}  // namespace
}  // namespace tauforge::motion
