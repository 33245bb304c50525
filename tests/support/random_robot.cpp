#include "tests/support/random_robot.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tauforge/robot/assemble.h"

namespace tauforge::tests {

using robot::Convention;
using robot::Description;
using robot::Vector;

namespace {

constexpr double quarter = std::numbers::pi / 2;

double random_angle(Random& random) {
  return random.chance(0.5) ? quarter * random.integer(-2, 2) : random.uniform(-3, 3);
}

// A cloud of point masses: whatever they are, the moments are physically possible.
robot::InertialDescription random_inertial(Random& random) {
  robot::InertialDescription b;
  b.mass.value = random.uniform(0.2, 6);
  b.centre.value = random.vector(0.3);
  for (int k = 0; k < 5; ++k)
    b.inertia.value = b.inertia.value + random.uniform(0.05, 0.5) * point_inertia(random.vector(0.4));
  if (random.chance(0.3)) {
    b.about = robot::InertiaAbout::frame_origin;
    b.inertia.value = b.inertia.value + b.mass.value * point_inertia(b.centre.value);
  }
  return b;
}

robot::DriveDescription random_drive(Random& random) {
  robot::DriveDescription drive;
  drive.motor_inertia = random.uniform(0, 2);
  auto& f = drive.friction;
  f.kind = static_cast<robot::FrictionKind>(random.integer(0, 2));
  f.coulomb = random.uniform(0, 3), f.viscous = random.uniform(0, 3), f.offset = random.uniform(-1, 1);
  f.static_level = random.uniform(3, 5), f.stribeck_velocity = random.uniform(0.1, 1),
  f.width = random.uniform(0.05, 1);
  if (f.width < 0.3) f.harmonics = {{1.0, 0.3 * f.offset, 0.2}, {3.5, -0.1, 0.1 * f.offset}};  // of about a quarter
  return drive;
}

}  // namespace

Description random_description(Random& random, const RobotKind& kind) {
  Description d;
  d.name = "random";
  d.gravity = random.vector(10);
  d.floating_base = kind.floating;
  const auto add_link = [&](int i) { d.links.push_back({{fmt::format("link{}", i), {}}, random_inertial(random)}); };
  add_link(0);
  for (int i = 1; i <= kind.joints; ++i) {
    add_link(i);
    robot::JointDescription joint;
    joint.name.value = fmt::format("joint{}", i);
    joint.kind = random.chance(0.25) ? robot::JointKind::prismatic : robot::JointKind::revolute;
    joint.parent.value = fmt::format("link{}", kind.tree ? random.integer(0, i - 1) : i - 1);
    joint.child.value = fmt::format("link{}", i);
    auto& at = joint.placement;
    at.convention = static_cast<Convention>(random.integer(0, 2));
    at.alpha.value = random_angle(random), at.theta.value = random.chance(0.5) ? 0.0 : random_angle(random);
    at.a.value = random.chance(0.3) ? 0.0 : random.uniform(-0.6, 0.6);
    at.d.value = random.chance(0.3) ? 0.0 : random.uniform(-0.6, 0.6);
    at.xyz.value = random.vector(0.5);
    at.rpy.value = {random_angle(random), random_angle(random), random_angle(random)};
    joint.axis.value = random.chance(0.5) ? Vector{0, 0, 1} : random.vector(1);
    if (kind.drives) joint.drive = random_drive(random);
    if (kind.springs && i % 2 == 1) joint.spring = {random.uniform(1, 30), random.uniform(-1, 1)};
    if (kind.springs && i % 3 != 0 && joint.kind == robot::JointKind::revolute)
      joint.counterbalance = {
          random.uniform(0.1, 0.3), random.uniform(0.4, 0.8),
          random_angle(random),     random.uniform(-200, 400),
          random.uniform(10, 500),  random.chance(0.5) ? std::optional<double>(random.uniform(0.3, 1)) : std::nullopt};
    d.joints.push_back(joint);
  }
  if (kind.transmission) {
    robot::TransmissionDescription t;
    for (int i = 0; i < kind.joints; ++i) {
      t.drives.push_back(fmt::format("drive{}", i + 1));
      std::vector<double> row;
      for (int j = 0; j < kind.joints; ++j) row.push_back((i == j ? 2.0 : 0.0) + random.uniform(-0.3, 0.3));
      t.matrix.push_back(row);
      t.offset.push_back(random.uniform(-1, 1));
    }
    d.transmission = t;
  }
  return d;
}

robot::Robot random_robot(Random& random, const RobotKind& kind) {
  auto robot = robot::assemble(random_description(random, kind));
  EXPECT_TRUE(robot.ok());
  return robot.take();
}

dynamics::State<double> random_state(Random& random, const robot::Robot& robot, bool wrenches) {
  dynamics::State<double> x;
  for (int i = 0; i < robot.tree.drives(); ++i) {
    x.q.push_back(random.uniform(-3, 3));
    x.qd.push_back(random.uniform(-2, 2));
    x.qdd.push_back(random.uniform(-5, 5));
  }
  if (robot.tree.floating) {
    const Vector axis = random.vector(1);
    const double w = random.uniform(-1, 1), norm = std::sqrt(dot(axis, axis) + w * w);
    x.base.X_wb = {matrix(spatial::Quaternion<double>{axis.x / norm, axis.y / norm, axis.z / norm, w / norm}),
                   random.vector(2)};
    x.base.velocity = {random.vector(2), random.vector(2)};
    x.base.acceleration = {random.vector(5), random.vector(5)};
    if (wrenches) x.external_on_base = {random.vector(10), random.vector(5)};
  }
  if (wrenches)
    for (int i = 0; i < robot.tree.size(); ++i) x.external.push_back({random.vector(10), random.vector(5)});
  return x;
}

double largest(const std::vector<double>& values, double floor) {
  double result = floor;
  for (const double value : values) result = std::max(result, std::abs(value));
  return result;
}

}  // namespace tauforge::tests
