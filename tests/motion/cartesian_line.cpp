// Straight lines: straight, at the speed that was asked for, with velocities and accelerations that belong to the positions.
#include "tauforge/motion/cartesian_line.h"

#include <gtest/gtest.h>

#include "tauforge/dynamics/instances/numbers.h"
#include "tauforge/motion/euler_zyz.h"
#include "tauforge/motion/puma_inverse_kinematics.h"
#include "tests/motion/kinematics.h"
#include "tests/support/dual_state.h"

namespace tauforge::motion {
namespace {

using tests::robot_in_folder;
constexpr double degree = std::numbers::pi / 180;

struct At {
  std::vector<double> q, qd, qdd;
};
At at(const Trajectory& motion, double t) {
  At x{std::vector<double>(motion.joints()), std::vector<double>(motion.joints()),
       std::vector<double>(motion.joints())};
  motion.evaluate(t, x.q, x.qd, x.qdd);
  return x;
}

// The line of [Val], 0.1 m/s.
LineRequest valeras_line(const robot::Robot& robot) {
  LineRequest line{last_frame(robot), {0.6, 0.175, 0.25}, {0.018, 0.757, 0.0}, {}, 0, TimeLaw::ramp};
  line.R = rotation_zyz({45 * degree, 60 * degree, 90 * degree});
  line.seconds = length(line.to - line.from) / 0.1;
  return line;
}

// Of the tip: position, and velocity and acceleration by dual numbers through the joints' own.
void expect_line(const robot::Robot& robot, const LineRequest& request, const CartesianLine& line) {
  const Chain chain(robot, request.tip);
  const Vector along = request.to - request.from;
  using tests::Dual;
  const auto par = tests::as_dual(robot.parameters);
  for (int k = 0; k <= 57; ++k) {
    const double t = request.seconds * k / 57;
    const Way s = way(request.law, t / request.seconds);
    const At x = at(line, t);
    const Pose tip = chain.tip(x.q);
    EXPECT_LT(length(tip.p - (request.from + s.s * along)), 1e-12) << "t = " << t;
    EXPECT_LT(distance({tip.R, {}}, {request.R, {}}), 1e-12);
    // J qd + d/dt by duals: the derivative of the pose along qd, and of the velocity along (qd, qdd)
    dynamics::State<Dual> moving;
    moving.q = tests::along(x.q, x.qd);
    dynamics::JacobianWorkspace<Dual> w;
    std::vector<Dual> J(6 * x.q.size());
    dynamics::jacobian<Dual>(robot.tree, par, moving, request.tip.body,
                             {Dual(request.tip.X.p.x), Dual(request.tip.X.p.y), Dual(request.tip.X.p.z)}, w, J);
    for (std::size_t r = 0; r < 6; ++r) {
      Dual velocity(0.0);
      for (std::size_t c = 0; c < x.q.size(); ++c)
        velocity = velocity + J[r * x.q.size() + c] * Dual(x.qd[c], x.qdd[c]);
      const double way_r = r == 0 ? along.x : r == 1 ? along.y : r == 2 ? along.z : 0.0;
      EXPECT_NEAR(velocity.value, way_r * s.sd / request.seconds, 1e-12) << "row " << r << ", t = " << t;
      EXPECT_NEAR(velocity.derivative, way_r * s.sdd / (request.seconds * request.seconds), 1e-10) << "row " << r;
    }
  }
}

TEST(CartesianLine, OfValeraIsStraightAtATenthOfAMetrePerSecondInAllEightBranches) {
  const robot::Robot robot = robot_in_folder("puma_valera");
  const LineRequest request = valeras_line(robot);
  const auto arm = *PumaInverseKinematics::recognise(robot, request.tip).arm;
  const std::vector<double> zero(6, 0.0);
  for (const PumaBranch& branch : puma_branches()) {
    const PumaSolution start = arm.solve({request.R, request.from}, branch, zero);
    ASSERT_TRUE(start.reached);
    const auto planned = CartesianLine::plan(robot, request, start.q);
    ASSERT_TRUE(planned.line) << "at " << planned.failure.s;
    EXPECT_NEAR(planned.line->length(), 0.860202, 5e-7);
    EXPECT_NEAR(planned.line->duration(), 8.602, 5e-4);
    expect_line(robot, request, *planned.line);
    for (int k = 0; k <= 20; ++k) EXPECT_EQ(arm.branch_of(at(*planned.line, 0.43 * k).q), branch);
    // the closed form all along
    const At end = at(*planned.line, request.seconds);
    const PumaSolution closed = arm.solve({request.R, request.to}, branch, end.q);
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(end.q[i], closed.q[i], 1e-10);
  }
}

TEST(CartesianLine, IsSmoothBetweenItsKnots) {
  // positions, velocities and accelerations against differences of the ones before
  const robot::Robot robot = robot_in_folder("puma_valera");
  const LineRequest request = valeras_line(robot);
  const auto line = CartesianLine::plan(robot, request, std::vector<double>{0.04, -1.1, 3.0, 2.4, 1.1, -0.8}).line;
  ASSERT_TRUE(line);
  const double h = 1e-4;
  for (double t = 0.05; t < 8.5; t += 0.0731) {
    const At x = at(*line, t), before = at(*line, t - h), after = at(*line, t + h);
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_NEAR(x.qd[i], (after.q[i] - before.q[i]) / (2 * h), 1e-8);
      EXPECT_NEAR(x.qdd[i], (after.qd[i] - before.qd[i]) / (2 * h), 1e-8);
    }
  }
}

TEST(CartesianLine, OfTheSixRArmOfPaper004) {
  // along y at x = 1.33, z = 1.80 in one second; Ry(62.9 deg) is the orientation at (0, 68.5, -135, 93.6, 90, 90) degrees
  const robot::Robot robot = robot_in_folder("sixr_angeles");
  std::vector<double> start;
  for (const double x : {0.0, 68.5, -135.0, 93.6, 90.0, 90.0}) start.push_back(x * degree);
  const Chain chain(robot, last_frame(robot));
  LineRequest request{last_frame(robot), {1.33, 0, 1.80}, {1.33, 1, 1.80}, {}, 1.0, TimeLaw::poly345};
  request.R = rotation_zyz({0, 62.9 * degree, 0});
  EXPECT_LT(distance({request.R, {}}, {chain.tip(start).R, {}}), 1e-14);
  const auto planned = CartesianLine::plan(robot, request, start);
  ASSERT_TRUE(planned.line);
  expect_line(robot, request, *planned.line);
  const double expected_start[] = {0.0, 68.90887, -134.59801, 92.78915, 90.0, 90.0};
  const double expected_end[] = {46.02005, 52.71204, -105.92975, 89.60515, 129.83522, 64.72983};
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(at(*planned.line, 0).q[i] / degree, expected_start[i], 0.6e-5);
    EXPECT_NEAR(at(*planned.line, 1).q[i] / degree, expected_end[i], 0.6e-5);
  }
}

TEST(CartesianLine, HoldsTheSeventhDriveOfAPanda) {
  const robot::Robot robot = robot_in_folder("panda");
  const std::vector<double> home{0.0, -0.3, 0.1, -2.2, 0.0, 2.0, 0.785};
  const Chain chain(robot, last_frame(robot));
  const Pose start = chain.tip(home);
  const LineRequest request{last_frame(robot), start.p, start.p + Vector{0.1, 0.2, -0.1},
                            start.R,           2.0,     TimeLaw::cycloid};
  const auto planned = CartesianLine::plan(robot, request, home);
  ASSERT_TRUE(planned.line) << "at " << planned.failure.s;
  expect_line(robot, request, *planned.line);
  int held = 0;
  for (std::size_t i = 0; i < 7; ++i) held += at(*planned.line, 2.0).q[i] == home[i];
  EXPECT_EQ(held, 1);
}

TEST(CartesianLine, OfAScaraNeedsAnOrientationItHas) {
  const robot::Robot robot = robot_in_folder("scara");
  const Chain chain(robot, last_frame(robot));
  const std::vector<double> q{0.3, 0.8, 0.05, 0.2};
  const Pose start = chain.tip(q);
  LineRequest request{last_frame(robot), start.p, start.p + Vector{0.05, -0.1, -0.1}, start.R, 1.0, TimeLaw::poly4567};
  const auto planned = CartesianLine::plan(robot, request, q);
  ASSERT_TRUE(planned.line) << "at " << planned.failure.s;
  expect_line(robot, request, *planned.line);
  request.R = rotation_zyz({0, 0.1, 0});  // tilted against all axes
  const auto tilted = CartesianLine::plan(robot, request, q);
  EXPECT_FALSE(tilted.line);
  EXPECT_EQ(tilted.failure.outcome, IkOutcome::unreachable);
  EXPECT_GT(tilted.failure.turn_left, 0.01);
}

TEST(CartesianLine, SaysWhereItEndsAndWhy) {
  const robot::Robot robot = robot_in_folder("puma_valera");
  LineRequest request = valeras_line(robot);
  // outwards along x: the wrist reaches sqrt(0.15^2 + (0.432 + hypot(0.02, 0.433))^2) from the shoulder
  request.from = {0.6, 0.0, 0.0}, request.to = {1.1, 0.0, 0.0};
  const double farthest = std::hypot(0.15, 0.432 + std::hypot(0.02, 0.433));
  const auto far = CartesianLine::plan(robot, request, std::vector<double>(6, 0.3));
  ASSERT_FALSE(far.line);
  EXPECT_EQ(far.failure.outcome, IkOutcome::unreachable);
  EXPECT_NEAR(far.failure.at.x, farthest, 1e-3);
  EXPECT_NEAR(far.failure.s, (farthest - 0.6) / 0.5, 2e-3);

  // through the cylinder about axis 1 that the wrist cannot enter
  request.from = {0.4, 0.05, 0.4}, request.to = {-0.4, 0.05, 0.4};
  const auto through = CartesianLine::plan(robot, request, std::vector<double>(6, 0.3));
  ASSERT_FALSE(through.line);
  EXPECT_NEAR(through.failure.at.x, std::sqrt(0.15 * 0.15 - 0.05 * 0.05), 2e-3);

  // beyond a joint's limit
  robot::Robot narrow = robot;
  narrow.limits[0].lower = -0.5, narrow.limits[0].upper = 0.5;
  const auto limited =
      CartesianLine::plan(narrow, valeras_line(narrow), std::vector<double>{0.04, -1.1, 3.0, 2.4, 1.1, -0.8});
  ASSERT_FALSE(limited.line);
  EXPECT_EQ(limited.failure.outcome, IkOutcome::joint_limit);
  EXPECT_EQ(limited.failure.joint, 0);
  EXPECT_EQ(limited.failure.limit, 0.5);
  EXPECT_GT(limited.failure.wanted, 0.5);
  EXPECT_GT(limited.failure.s, 0.25);
  EXPECT_LT(limited.failure.s, 0.5);
}

TEST(CartesianLine, RefusesToPassAStraightWrist) {
  // a line on which axes 4 and 6 come into line half-way, where joints 4 and 6 would have to jump
  const robot::Robot robot = robot_in_folder("puma_valera");
  const Chain chain(robot, last_frame(robot));
  const std::vector<double> middle{0.2, -0.6, 0.3, 0.0, 0.0, 0.1};
  const Pose X = chain.tip(middle);
  LineRequest request{last_frame(robot), X.p - Vector{0.1, 0, 0}, X.p + Vector{0.1, 0, 0}, X.R, 1.0, TimeLaw::ramp};
  const auto arm = *PumaInverseKinematics::recognise(robot, request.tip).arm;
  const PumaSolution start = arm.solve({request.R, request.from}, arm.branch_of(middle), middle);
  ASSERT_TRUE(start.reached);
  const auto planned = CartesianLine::plan(robot, request, start.q);
  ASSERT_FALSE(planned.line);
  EXPECT_EQ(planned.failure.outcome, IkOutcome::singular);
  EXPECT_NEAR(planned.failure.s, 0.5, 1e-2);
}

}  // namespace
}  // namespace tauforge::motion
