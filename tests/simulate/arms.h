// Arms whose equations fit on a line, for closed forms.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "tauforge/robot/robot.h"
#include "tauforge/simulate/integrator.h"

namespace tauforge::tests {

constexpr double gravity = 9.81;

// The next joint of a robot that is built by hand: at the origin of its parent, with its z.
inline void add_joint(robot::Robot& robot, robot::JointType type, robot::Index parent) {
  robot.tree.add(type, parent);
  robot.tree.friction.push_back(robot::FrictionKind::coulomb);
  auto& par = robot.parameters;
  par.placement.push_back({spatial::identity3<double>(), {}});
  par.offset.push_back(0), par.q0.push_back(0);
  par.body.push_back({}), par.drive.push_back({});
  par.link_frame.push_back({spatial::identity3<double>(), {}});
  robot.limits.emplace_back();
  robot.joints.push_back("joint"), robot.links.push_back("link"), robot.drives.push_back("drive");
}

// A point mass m at distance l from a horizontal axis, hanging at q = 0; m = 0: a flywheel with the drive's inertia.
//   (m l^2 + J) qdd = tau - m g l sin q - friction
struct Pendulum {
  double m = 2, l = 0.5, J = 0.1;
  robot::Drive<double> friction{};

  double inertia() const { return m * l * l + J; }
  robot::Robot robot() const {
    robot::Robot robot;
    robot.name = "pendulum";
    add_joint(robot, robot::JointType::revolute, robot::Tree::base);
    auto& par = robot.parameters;
    par.gravity = {gravity, 0, 0};  // along x of the frame: down where q = 0
    par.body.back() = {m, {m * l, 0, 0}, {0, m * l * l, m * l * l, 0, 0, 0}};
    par.drive.back() = friction;
    par.drive.back().inertia = J;
    return robot;
  }
};

// Torques that are the same at all times.
struct Constant : simulate::Torques {
  std::vector<double> tau;
  explicit Constant(std::vector<double> values) : tau(std::move(values)) {}
  void at(double, std::span<const double>, std::span<double> out) noexcept override {
    std::copy(tau.begin(), tau.end(), out.begin());
  }
};

}  // namespace tauforge::tests
