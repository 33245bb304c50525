// Names and order of the columns that functions read and write; docs/notation.md explains them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tauforge/dynamics/state.h"
#include "tauforge/evaluate/evaluator.h"
#include "tauforge/robot/robot.h"

namespace tauforge::evaluate::columns {

using dynamics::Pose;
using dynamics::State;

// What a function reads besides positions.
struct Reads {
  bool velocity = false, acceleration = false, wrenches = false;
};
constexpr Reads forward_dynamics_reads{.velocity = true, .wrenches = true};

// q, qd, qdd of the drives; of a floating base its position, quaternion, twist and acceleration; wrenches on
// links (optional).
std::vector<InputColumn> motion_inputs(const robot::Robot& robot, const Reads& reads);
// q, qd and tau.
std::vector<InputColumn> forward_dynamics_inputs(const robot::Robot& robot);
std::vector<std::string> outputs(const robot::Robot& robot, Function function);

void read_motion(const robot::Robot& robot, std::span<const double> row, const Reads& reads, State<double>& theta);
void read_forward_dynamics(const robot::Robot& robot, std::span<const double> row, State<double>& theta,
                           std::vector<double>& tau);

// J over joints becomes J over drives.
void write_jacobian(const robot::Robot& robot, std::span<const double> J_joints, std::span<double> out);
// Position and quaternion (x y z w) of every link of the file.
void write_poses(const robot::Robot& robot, const State<double>& joints, std::span<const Pose<double>> bodies,
                 std::span<double> out);

}  // namespace tauforge::evaluate::columns
