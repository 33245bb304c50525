// A robot's numbers as one vector, in the order of the regressor's columns (dynamics/regressor.h), and back again.
#pragma once

#include <span>
#include <vector>

#include "tauforge/robot/description.h"
#include "tauforge/robot/robot.h"

namespace tauforge::identify {

std::vector<double> parameters_of(const robot::Robot& robot);
// The robot with these parameters; speeds of its frictions (width, stribeck_velocity) stay.
robot::Robot with_parameters(robot::Robot robot, std::span<const double> parameters);

// The file again: `description`, of which `robot` was assembled, with the parameters of `robot`. Links that were lumped
// into others lose their own inertia, a payload becomes part of its link, and the direction of gravity is noted as the
// one that the parameters hold for.
robot::Description identified_description(const robot::Description& description, const robot::Robot& robot,
                                          robot::Meaning meaning);

}  // namespace tauforge::identify
