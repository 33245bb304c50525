// A whole-number combination of joint angles, 2 q2 + q3, in one integer: digit j, between -7 and 7, is the multiplier of
// joint j, and adding integers adds combinations. Powers of sliding coordinates are kept the same way.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tauforge/robot/robot.h"

namespace tauforge::explicit_model {

using Angle = std::int64_t;
using Powers = std::uint64_t;

constexpr int most_joints = 15;

constexpr Angle angle_of_joint(int joint) { return Angle{1} << (4 * joint); }
constexpr Powers power_of_joint(int joint) { return Powers{1} << (4 * joint); }
constexpr int power_at(Powers p, int joint) { return static_cast<int>((p >> (4 * joint)) & 15U); }

// Multipliers of the joints, from the first on; trailing zeros are left out. Taken apart often: nothing is allocated.
struct Digits {
  std::array<int, 16> multiple{};
  std::size_t count = 0;
  std::size_t size() const { return count; }
  int operator[](std::size_t j) const { return multiple[j]; }
  const int* begin() const { return multiple.data(); }
  const int* end() const { return multiple.data() + count; }
};
Digits digits(Angle angle);
int digit_at(Angle angle, int joint);
int first_joint(Angle angle);  // with a multiplier that is not zero

// "23" for q2 + q3, "223" for 2 q2 + q3, "1m2" for q1 - q2; joints from the tenth on stand apart: "2_10".
std::string angle_name(Angle angle);
// "q2 + q3", "2*q2 + q3"; `q` writes one coordinate.
std::string angle_sum(Angle angle);

// Revolute joints whose axes stay parallel whatever the robot does turn one plane: only sums of their angles matter. Such
// joints form a run; every other revolute joint is a run by itself. A sliding joint belongs to none (-1), and does not
// break one.
struct Runs {
  std::vector<int> of_joint;
  std::vector<int> direction;  // 1 or -1: along the axis of the run's first joint, or against it
  int count = 0;
};
Runs parallel_runs(const robot::Robot& robot);

}  // namespace tauforge::explicit_model
