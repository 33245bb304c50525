// Where and how fast an arm moves: what significance and errors are judged over.
#pragma once

#include <vector>

#include "tauforge/explicit_model/sine_products.h"
#include "tauforge/robot/robot.h"

namespace tauforge::explicit_model {

struct Interval {
  double low = 0, high = 0;
  double magnitude() const;  // the largest absolute value
};

struct OperatingRange {
  std::vector<Interval> q;      // [rad, m]
  std::vector<double> qd, qdd;  // largest magnitudes
};

struct OperatingOptions {
  std::vector<double> speed = {2.0};                     // one for all joints, or one each [rad/s, m/s]
  std::vector<double> acceleration = {10.0};             // where the file has no limits [rad/s^2, m/s^2]
  bool speed_given = false, acceleration_given = false;  // the user's word goes before the file's
};

// Limits of the file where it has them; else a revolute joint turns all around and a sliding one moves 1 m either way.
OperatingRange operating_range(const robot::Robot& robot, const OperatingOptions& options = {});

// The values that a factor, the powers of sliding coordinates, and a whole product can take.
Interval range_of(const Factor& factor, const std::vector<Interval>& q);
Interval range_of(Powers powers, const std::vector<Interval>& q);
Interval range_of(const Product& product, const std::vector<Interval>& q);
Interval operator*(const Interval& a, const Interval& b);

}  // namespace tauforge::explicit_model
