// Paper 004 (Angeles, Ma, Rojas): its two examples. Most of example 1's geometry is lost and example 2 leaves the
// travel open; the numbers expected here were computed by an independent program on the same readings, to the
// digits shown.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "tauforge/dynamics/instances/numbers.h"
#include "tests/support/robots.h"
#include "tests/support/values.h"

namespace tauforge::tests {
namespace {

using Six = std::array<double, 6>;
struct Instant {
  double t;
  Six tau;
};

std::vector<dynamics::InverseDynamics> serial_formulations() {
  std::vector<dynamics::InverseDynamics> all;
  for (const auto& entry : dynamics::inverse_dynamics_catalogue()) all.push_back(entry.method);
  return all;
}

// Cycloidal law of example 1: q = q0 + A (t - sin(Bt)/B). `sense` +1: b3 runs along +z3, -1: along -z3, and the
// force is conjugate to b3.
State<double> stanford_state(double t, double sense) {
  const double pi = std::numbers::pi, B = 2 * pi / 10;
  const Six A = {pi / 30, -pi / 60, sense * 0.01, pi / 30, pi / 30, pi / 30};
  State<double> x;
  for (std::size_t i = 0; i < 6; ++i) {
    x.q.push_back((i == 1 ? pi / 2 : 0.0) + A[i] * (t - std::sin(B * t) / B));
    x.qd.push_back(A[i] * (1 - std::cos(B * t)));
    x.qdd.push_back(A[i] * B * std::sin(B * t));
  }
  return x;
}

void expect_stanford(double sense, const std::vector<Instant>& expected) {
  const robot::Robot robot = robot_in_folder("stanford");
  for (const auto method : serial_formulations())
    for (const Instant& instant : expected) {
      std::vector<double> tau = rigid_torque(robot, stanford_state(instant.t, sense), method);
      tau[2] *= sense;
      for (std::size_t i = 0; i < 6; ++i)
        EXPECT_NEAR(tau[i], instant.tau[i], 0.6e-5)
            << "t = " << instant.t << ", joint " << i + 1 << ", method " << static_cast<int>(method);
    }
}

// Equation (8) of the paper: b3 grows along -Z3.
TEST(StanfordArm, FollowsItsTrajectoryWithB3OfEquation8) {
  expect_stanford(-1, {{0.0, {0.0, 13.69476, 0.0, 0.0, -0.35316, 0.0}},
                       {2.5, {0.09072, 13.08766, 2.86321, 0.00341, -0.34677, 0.00001}},
                       {5.0, {-0.02329, 10.24491, 15.54898, 0.08524, -0.20963, -0.00012}},
                       {7.5, {-0.07226, 7.16053, 27.42609, 0.20785, 0.02500, -0.00014}},
                       {10.0, {0.0, 6.44824, 29.92050, 0.22938, 0.07646, 0.0}}});
}

// Stage 1 as printed for prismatic joints: b3 grows along +Z3 (FIX-004-3).
TEST(StanfordArm, FollowsItsTrajectoryWithB3OfTheListing) {
  expect_stanford(+1, {{0.0, {0.0, 13.69476, 0.0, 0.0, -0.35316, 0.0}},
                       {2.5, {0.10742, 14.16910, -2.78807, 0.00343, -0.34669, 0.00001}},
                       {5.0, {-0.00669, 16.01063, -15.58064, 0.08539, -0.20904, -0.00012}},
                       {7.5, {-0.10216, 16.83967, -27.51539, 0.20779, 0.02526, -0.00014}},
                       {10.0, {0.0, 16.81301, -29.92050, 0.22938, 0.07646, 0.0}}});
}

// Whatever the lost twists are: the boom ends 60 degrees from the vertical and carries links 3 to 6.
TEST(StanfordArm, HoldsTheBoomAgainstGravityAtTheEnd) {
  const robot::Robot robot = robot_in_folder("stanford");
  const double carried = (4 + 1 + 0.6 + 0.5) * 9.81 * std::cos(std::numbers::pi / 3);
  EXPECT_NEAR(std::abs(rigid_torque(robot, stanford_state(10, 1))[2]), carried, 1e-12);
  EXPECT_NEAR(carried, 29.9205, 5e-5);
}

// Example 2: the wrist of the 6R arm goes along x = 1.33, z = 1.80 from y = 0 to y = 1 in one second, orientation
// constant, by the spline s = 10 t^3 - 15 t^4 + 6 t^5.
class SixRLine {
 public:
  explicit SixRLine(const robot::Robot& robot) : robot_(robot) {
    State<double> start;
    // FIX-004-7: theta4 = 93.6, not 39.6
    for (const double degrees : {0.0, 68.5, -135.0, 93.6, 90.0, 90.0})
      start.q.push_back(degrees * std::numbers::pi / 180);
    orientation_ = pose(start).R;
    q_ = start.q;
  }

  // Joint motion at a time; times are asked for in order, so that the last answer is a good first guess.
  State<double> at(double t) {
    const double s = t * t * t * (10 - 15 * t + 6 * t * t), sd = 30 * t * t * (1 - t) * (1 - t);
    const double sdd = 60 * t * (1 - t) * (1 - 2 * t);
    State<double> x;
    x.q = q_;
    for (int iteration = 0; iteration < 50; ++iteration) {
      const Eigen::VectorXd step = jacobian(robot_, x, 5).fullPivLu().solve(error(x, s));
      for (std::size_t i = 0; i < 6; ++i) x.q[i] += step(static_cast<Eigen::Index>(i));
      if (step.cwiseAbs().maxCoeff() < 1e-14) break;
    }
    q_ = x.q;
    EXPECT_LT(error(x, s).cwiseAbs().maxCoeff(), 1e-12);
    Eigen::VectorXd along = Eigen::VectorXd::Zero(6);
    along(1) = 1;  // only y moves
    const auto J = jacobian(robot_, x, 5).fullPivLu();
    const Eigen::VectorXd qd = J.solve(sd * along);
    // J qdd = twist' - J' qd, with J' by central differences along qd
    const double h = 1e-6;
    State<double> plus = x, minus = x;
    for (std::size_t i = 0; i < 6; ++i) {
      plus.q[i] += h * qd(static_cast<Eigen::Index>(i));
      minus.q[i] -= h * qd(static_cast<Eigen::Index>(i));
    }
    const Matrix Jd = (jacobian(robot_, plus, 5) - jacobian(robot_, minus, 5)) / (2 * h);
    const Eigen::VectorXd qdd = J.solve(sdd * along - Jd * qd);
    x.qd.assign(qd.begin(), qd.end());
    x.qdd.assign(qdd.begin(), qdd.end());
    return x;
  }

 private:
  spatial::Pose<double> pose(const State<double>& x) const {
    std::vector<spatial::Pose<double>> X(6);
    dynamics::ForwardKinematicsWorkspace<double> workspace;
    dynamics::forward_kinematics<double>(robot_.tree, robot_.parameters, x, workspace, X);
    return X[5];
  }
  // Displacement and small turn from where the wrist is to where it should be.
  Eigen::VectorXd error(const State<double>& x, double s) const {
    const spatial::Pose<double> X = pose(x);
    const spatial::Vec3<double> p = robot::Vector{1.33, s, 1.80} - X.p;
    const spatial::Mat3<double> turn = orientation_ * transpose(X.R);
    Eigen::VectorXd e(6);
    e << p.x, p.y, p.z, (turn.zy - turn.yz) / 2, (turn.xz - turn.zx) / 2, (turn.yx - turn.xy) / 2;
    return e;
  }

  const robot::Robot& robot_;
  spatial::Mat3<double> orientation_;
  std::vector<double> q_;
};

void expect_line(const char* name, const std::vector<Instant>& expected) {
  const robot::Robot robot = robot_in_folder(name);
  SixRLine line(robot);
  for (const Instant& instant : expected) {
    const State<double> x = line.at(instant.t);
    for (const auto method : serial_formulations()) {
      const std::vector<double> tau = rigid_torque(robot, x, method);
      for (std::size_t i = 0; i < 6; ++i)
        EXPECT_NEAR(tau[i], instant.tau[i], 2e-5)
            << "t = " << instant.t << ", joint " << i + 1 << ", method " << static_cast<int>(method);
      EXPECT_NEAR(tau[5], 0.0, 1e-7) << "link 6 only translates and has its centre on the axis";
    }
  }
}

TEST(SixRArm, FollowsTheLineWithInertiasAsPrinted) {
  expect_line("sixr_angeles", {{0.0, {0.0, 729.61834, 614.60598, 360.50151, 0.0, 0.0}},
                               {0.25, {1711.99521, 103.72785, 690.61629, 346.81265, -179.02369, 0.0}},
                               {0.5, {-50.1476, 555.89867, 732.30717, 329.41514, -59.58966, 0.0}},
                               {0.75, {-1670.95009, 2013.84844, 119.30579, 369.7211, 52.38619, 0.0}},
                               {1.0, {0.0, 788.72104, 595.09465, 262.56408, -110.64704, 0.0}}});
}

TEST(SixRArm, FollowsTheLineWithInertiasInDistalFrames) {
  expect_line("sixr_angeles_distal", {{0.0, {0.0, 2837.2367, 1425.95246, 430.35197, 0.0, 0.0}},
                                      {0.25, {1778.7819, 2732.50436, 1564.86671, 413.8729, -151.49126, 0.0}},
                                      {0.5, {-122.63529, 3073.32396, 1530.83764, 399.42017, -50.10541, 0.0}},
                                      {0.75, {-1690.73229, 4417.82047, 1078.24119, 456.43185, 44.76332, 0.0}},
                                      {1.0, {0.0, 4127.07298, 1751.13807, 340.14218, -93.2, 0.0}}});
}

TEST(SixRArm, StartsAndEndsOnTheLineAtTheKnownAngles) {
  const robot::Robot robot = robot_in_folder("sixr_angeles");
  SixRLine line(robot);
  const Six start = {0.0, 68.90887, -134.59801, 92.78915, 90.0, 90.0},
            end = {46.02005, 52.71204, -105.92975, 89.60515, 129.83522, 64.72983};
  const double to_degrees = 180 / std::numbers::pi;
  const State<double> x = line.at(0);
  line.at(0.25), line.at(0.5), line.at(0.75);
  const State<double> y = line.at(1);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(x.q[i] * to_degrees, start[i], 0.6e-5);
    EXPECT_NEAR(y.q[i] * to_degrees, end[i], 0.6e-5);
  }
}

}  // namespace
}  // namespace tauforge::tests
