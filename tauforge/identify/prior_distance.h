// The measure of prior_metric.h for whoever has numbers alone: how far bodies, and base parameters, are from a robot's file.
#pragma once

#include <span>
#include <vector>

#include "tauforge/identify/base_parameters.h"

namespace tauforge::identify {

// d_i: of ten moments from the ten of the file.
double distance_of_body(std::span<const double> file, std::span<const double> moments);

// How the drives of some logs usually are.
struct UsualMotion {
  std::vector<double> torque, range, speed, acceleration;  // [N m, rad, rad/s, rad/s^2]
};

struct BaseDistance {
  double distance = 0;         // |P (beta - beta_0)|
  std::vector<double> scales;  // s_c, per column of the regressor; zero for bodies
};
// `change` is beta - beta_0, one number per kept column of the regressor that parameter_columns() has.
BaseDistance distance_of_base(const robot::Robot& robot, const BaseParameters& base, const UsualMotion& motion,
                              std::span<const double> change);

}  // namespace tauforge::identify
