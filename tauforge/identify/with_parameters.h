// A robot with other numbers: the inverse of parameter_values.
#pragma once

#include <span>

#include "tauforge/identify/parameter_names.h"

namespace tauforge::identify {

// One value per column of dynamics/regressor.h.
robot::Robot with_parameter_values(const robot::Robot& robot, std::span<const double> values);

}  // namespace tauforge::identify
