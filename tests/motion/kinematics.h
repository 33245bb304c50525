// Random postures and distances between poses, for the tests of kinematics.
#pragma once

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "tauforge/motion/chain.h"
#include "tests/support/robots.h"
#include "tests/support/values.h"

namespace tauforge::motion {

// Within the limits of the robot, half a turn or half a metre where there are none.
inline std::vector<double> random_posture(const robot::Robot& robot, std::mt19937& random) {
  std::vector<double> q;
  for (std::size_t i = 0; i < robot.limits.size(); ++i) {
    const double wide = robot.tree.is_revolute(static_cast<Index>(i)) ? std::numbers::pi : 0.5;
    const double lower = robot.limits[i].lower.value_or(-wide), upper = robot.limits[i].upper.value_or(wide);
    q.push_back(std::uniform_real_distribution<>(lower, upper)(random));
  }
  return q;
}

inline double length(const Vector& v) { return std::sqrt(dot(v, v)); }

// Metres or radians, whichever is more.
inline double distance(const Pose& a, const Pose& b) {
  const Twist<double> d = difference(a, b);
  return std::max(length(d.linear), length(d.angular));
}

}  // namespace tauforge::motion
