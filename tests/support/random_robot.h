// Random robots and states. Every random test prints its seed through SCOPED_TRACE.
#pragma once

#include <random>

#include "tauforge/dynamics/state.h"
#include "tauforge/robot/description.h"
#include "tauforge/robot/robot.h"

namespace tauforge::tests {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }
  bool chance(double probability) { return uniform(0, 1) < probability; }
  robot::Vector vector(double size) { return {uniform(-size, size), uniform(-size, size), uniform(-size, size)}; }

 private:
  std::mt19937 engine_;
};

struct RobotKind {
  int joints = 6;
  bool tree = false;
  bool floating = false;
  bool drives = true;         // motor inertia and friction
  bool transmission = false;  // a random full-rank matrix instead of direct drives
  bool springs = false;       // on every other joint, and counterbalances on joints that turn
};

// Physically possible links, mixed revolute and prismatic joints, DH conventions and free placements
// mixed, some quarter turns among the angles.
robot::Description random_description(Random& random, const RobotKind& kind);
robot::Robot random_robot(Random& random, const RobotKind& kind);

// q, qd, qdd of the drives, base motion, and wrenches on every body.
dynamics::State<double> random_state(Random& random, const robot::Robot& robot, bool wrenches = true);

// The largest magnitude among the values, at least `floor`.
double largest(const std::vector<double>& values, double floor = 1e-300);

}  // namespace tauforge::tests
