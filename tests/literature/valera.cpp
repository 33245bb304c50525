// Paper 003 (Valera and others): a straight line of the wrist centre at constant speed and orientation ([Val], the example).
// The paper's figures carry no numbers; those expected here were computed by an independent program.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "tauforge/robot/exact_angles.h"
#include "tests/support/robots.h"
#include "tests/support/values.h"

namespace tauforge::tests {
namespace {

using Six = std::array<double, 6>;
using spatial::Mat3;

constexpr double a2 = 0.432, a3 = -0.02, d3 = 0.15, d4 = 0.433;

// Closed-form inverse kinematics of this arm, derived here (the paper prints none): shoulder X > 0, wrist q5 > 0.
std::vector<double> joints_for(const robot::Vector& p, const Mat3<double>& R_06, int elbow) {
  const double X = std::sqrt(p.x * p.x + p.y * p.y - d3 * d3);
  const double q1 = std::atan2(p.y, p.x) - std::atan2(d3, X);
  const double K = (X * X + p.z * p.z - a2 * a2 - a3 * a3 - d4 * d4) / (2 * a2);
  const double q3 = std::atan2(d4, a3) + elbow * std::acos(K / std::hypot(a3, d4));
  const double c3 = std::cos(q3), s3 = std::sin(q3), P = a2 + a3 * c3 + d4 * s3, Q = -a3 * s3 + d4 * c3;
  const double q2 = std::atan2(Q * X - P * p.z, P * X + Q * p.z);
  // R_03 of the arm: Rz(q1) Rx(-90) Rz(q2 + q3); then Rx(-90) R_03' R_06 = Rz(q4) Ry(q5) Rz(q6)
  const auto turn_z = [](double q) { return robot::rotation_z({std::cos(q), std::sin(q)}); };
  const Mat3<double> down = robot::rotation_x({0, -1});
  const Mat3<double> R_03 = turn_z(q1) * (down * turn_z(q2 + q3));
  const Mat3<double> W = down * (transpose(R_03) * R_06);
  return {q1, q2, q3, std::atan2(W.yz, W.xz), std::atan2(std::hypot(W.xz, W.yz), W.zz), std::atan2(W.zy, -W.zx)};
}

struct Instant {
  Six q, tau;
};

void expect_line(int elbow, const std::array<Instant, 5>& expected) {
  const robot::Robot robot = robot_in_folder("puma_valera");
  const robot::Vector start{0.6, 0.175, 0.25}, end{0.018, 0.757, 0.0}, way = end - start;
  const double length = std::sqrt(dot(way, way)), speed = 0.1;
  EXPECT_NEAR(length, 0.860202, 5e-7);
  EXPECT_NEAR(length / speed, 8.6, 0.01);  // as printed
  const auto turn = [](double degrees) {
    const double q = degrees * std::numbers::pi / 180;
    return robot::CosSin{std::cos(q), std::sin(q)};
  };
  const Mat3<double> R_06 = robot::rotation_z(turn(45)) * (robot::rotation_y(turn(60)) * robot::rotation_z(turn(90)));
  for (std::size_t k = 0; k < 5; ++k) {
    SCOPED_TRACE("at " + std::to_string(k) + "/4 of the line, elbow " + std::to_string(elbow));
    State<double> x;
    x.q = joints_for(start + 0.25 * static_cast<double>(k) * way, R_06, elbow);
    for (std::size_t i = 0; i < 6; ++i)
      EXPECT_NEAR(std::remainder(x.q[i] - expected[k].q[i], 2 * std::numbers::pi), 0, 0.6e-5) << "joint " << i + 1;
    // no ramps: J qd = (v, 0), J qdd = -J' qd
    Eigen::VectorXd twist = Eigen::VectorXd::Zero(6);
    twist.head<3>() << way.x, way.y, way.z;
    twist *= speed / length;
    const auto J = jacobian(robot, x, 5).fullPivLu();
    const Eigen::VectorXd qd = J.solve(twist);
    const double h = 1e-6;
    State<double> plus = x, minus = x;
    for (std::size_t i = 0; i < 6; ++i) {
      plus.q[i] += h * qd(static_cast<Eigen::Index>(i));
      minus.q[i] -= h * qd(static_cast<Eigen::Index>(i));
    }
    const Matrix Jd = (jacobian(robot, plus, 5) - jacobian(robot, minus, 5)) / (2 * h);
    const Eigen::VectorXd qdd = J.solve(-Jd * qd);
    x.qd.assign(qd.begin(), qd.end());
    x.qdd.assign(qdd.begin(), qdd.end());
    for (const auto& entry : dynamics::inverse_dynamics_catalogue()) {
      const std::vector<double> tau = rigid_torque(robot, x, entry.method);
      for (std::size_t i = 0; i < 6; ++i)
        EXPECT_NEAR(tau[i], expected[k].tau[i], 0.7e-5) << entry.name << ", joint " << i + 1;
      EXPECT_NEAR(tau[5], 0.0, 1e-9) << "link 6 does not turn and has its centre on the axis";
    }
  }
}

TEST(ValerasLine, HasTheReferenceTorquesWithElbowPlus) {
  expect_line(+1, {{{{0.04143, -1.10250, 3.03736, 2.44005, 1.14020, -0.80043},
                     {0.03715, -56.31525, -25.38895, 0.10911, 0.12451, 0.0}},
                    {{0.34109, -1.19454, -2.95461, 2.72457, 1.16561, -1.16423},
                     {0.04820, -48.21996, -23.08193, 0.06262, 0.15935, 0.0}},
                    {{0.71368, -1.10777, -2.91081, 3.07544, 1.21923, -1.51208},
                     {0.03415, -51.83833, -21.11764, 0.00782, 0.17319, 0.0}},
                    {{1.07028, -0.87825, -3.11562, -2.88390, 1.26976, -1.79418},
                     {0.02613, -64.81072, -20.73578, -0.03710, 0.16918, 0.0}},
                    {{1.34761, -0.54125, 2.69743, -2.62967, 1.22976, -2.06174},
                     {0.00241, -81.82598, -22.93038, -0.07392, 0.15300, 0.0}}}});
}

TEST(ValerasLine, HasTheReferenceTorquesWithElbowMinus) {
  expect_line(-1, {{{{0.04143, 0.32081, 0.19655, 1.08920, 0.72316, 1.04009},
                     {0.16533, -78.65507, -12.82633, 0.06462, -0.14963, 0.0}},
                    {{0.34109, 0.52097, -0.09467, 0.63502, 0.67838, 1.28363},
                     {0.08066, -70.71499, -10.67292, 0.03224, -0.16639, 0.0}},
                    {{0.71368, 0.65171, -0.13847, 0.12180, 0.53609, 1.50186},
                     {-0.08533, -67.92874, -12.82430, -0.00915, -0.17308, 0.0}},
                    {{1.07028, 0.67568, 0.06634, -0.72498, 0.37583, 2.11465},
                     {-0.11947, -72.08533, -17.86165, -0.05589, -0.14846, 0.0}},
                    {{1.34761, 0.54125, 0.53648, -1.77088, 0.49047, 3.06239},
                     {-0.05620, -83.22728, -23.37168, -0.06294, -0.01373, 0.0}}}});
}

}  // namespace
}  // namespace tauforge::tests
