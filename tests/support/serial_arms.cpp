#include "tests/support/serial_arms.h"

#include "tests/support/random_robot.h"

namespace tauforge::tests {

namespace {

// A joint that turns about, or slides along, an axis turned by quarter turns about x against the one before.
void add_joint(robot::Robot& robot, robot::JointType type, int quarters, const robot::Vector& p,
               const robot::Inertia<double>& body) {
  const int i = static_cast<int>(robot.joints.size());
  robot.tree.add(type, i - 1);
  robot.tree.friction.push_back(robot::FrictionKind::coulomb);
  const double c = quarters == 0 ? 1 : 0, s = quarters;
  auto& par = robot.parameters;
  par.placement.push_back({{1.0, 0.0, 0.0, 0.0, c, -s, 0.0, s, c}, p});
  par.offset.push_back(0.0), par.q0.push_back(0.0);
  par.link_frame.emplace_back(), par.drive.emplace_back(), robot.limits.emplace_back();
  robot.joints.push_back("j" + std::to_string(i));
  par.body.push_back(body);
}

robot::Robot finished(robot::Robot robot) {
  const std::size_t n = robot.joints.size();
  robot.parameters.gravity = {0.0, 0.0, -9.81};
  robot.parameters.G.assign(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) robot.parameters.G[(n + 1) * i] = 1.0;
  return robot;
}

}  // namespace

robot::Robot rprpr(unsigned seed) {
  Random random(seed);
  robot::Robot robot;
  robot.name = "rprpr";
  for (int i = 0; i < 5; ++i) {
    const auto type = i % 2 == 0 ? robot::JointType::revolute : robot::JointType::prismatic;
    const robot::Vector p = random.vector(0.4);
    const double m = random.uniform(0.5, 4);
    add_joint(robot, type,
              i == 0       ? 0
              : i % 2 == 0 ? 1
                           : -1,
              p, {m, m * random.vector(0.1), {0.1, 0.12, 0.09, 0.01, -0.02, 0.015}});
  }
  return finished(std::move(robot));
}

robot::Robot orthogonal_5r(unsigned seed) {
  Random random(seed);
  robot::Robot robot;
  robot.name = "orthogonal5r";
  double share = 8;  // of the mass
  for (int i = 0; i < 5; ++i, share /= 2) {
    const int quarters = i == 0 ? 0 : random.chance(0.5) ? 1 : -1;
    const robot::Vector p = random.vector(0.5);
    const double m = share * random.uniform(0.5, 1.5);
    const robot::Vector r = random.vector(0.1);
    auto I = m * spatial::point_inertia(r);
    for (int k = 0; k < 5; ++k) I = I + 0.2 * m * spatial::point_inertia(random.vector(0.15));
    add_joint(robot, robot::JointType::revolute, quarters, p, {m, m * r, I});
  }
  return finished(std::move(robot));
}

robot::Robot without_friction(robot::Robot robot) {
  robot.parameters = robot::without_friction(robot.parameters);
  return robot;
}

}  // namespace tauforge::tests
