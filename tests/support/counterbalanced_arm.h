// A three-joint arm with a gas cylinder on its shoulder and a spring on its elbow.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "tauforge/files/robot_toml.h"
#include "tauforge/files/source_text.h"
#include "tauforge/robot/assemble.h"

namespace tauforge::tests {

// `shoulder`: how far the shoulder stands from the first axis [m]. At zero the first moments of the upper arm show in
// gravity alone, and a stiffness hides behind them.
inline std::string counterbalanced_toml(double shoulder) {
  return R"(
schema = 1
name = "counterbalanced"

[[link]]
name = "base"

[[link]]
name = "column"
mass = 40
centre = [0.1, 0, 0.2]
inertia = [1.2, 1.3, 0.9, 0, 0, 0]

[[link]]
name = "upper"
mass = 25
centre = [0.02, 0, 0.35]
inertia = [1.1, 1.2, 0.2, 0, 0, 0]

[[link]]
name = "fore"
mass = 12
centre = [0.25, 0.01, 0.05]
inertia = [0.1, 0.5, 0.5, 0, 0, 0]

[[joint]]
name = "turn"
type = "revolute"
parent = "base"
child = "column"
axis = [0, 0, 1]
[joint.friction]
coulomb = 12
viscous = 20

[[joint]]
name = "shoulder"
type = "revolute"
parent = "column"
child = "upper"
xyz = [)" +
         std::to_string(shoulder) +
         R"(, 0, 0.5]
axis = [0, 1, 0]
[joint.friction]
coulomb = 15
viscous = 25
[joint.counterbalance]
anchor = 0.22
rod = 0.45
angle_deg = 200
length = 0.66
force = 2500
stiffness = 1800

[[joint]]
name = "elbow"
type = "revolute"
parent = "upper"
child = "fore"
xyz = [0, 0, 0.7]
axis = [0, 1, 0]
[joint.friction]
coulomb = 6
viscous = 8
[joint.spring]
stiffness = 45
rest = 0.3
)";
}

inline robot::Description counterbalanced_description(double shoulder = 0.3) {
  auto read = files::read_robot_toml(files::source_from_text("counterbalanced.toml", counterbalanced_toml(shoulder)));
  EXPECT_TRUE(read.ok());
  return read.take();
}

inline robot::Robot counterbalanced_arm(double shoulder = 0.3) {
  auto robot = robot::assemble(counterbalanced_description(shoulder));
  EXPECT_TRUE(robot.ok());
  return robot.take();
}

}  // namespace tauforge::tests
