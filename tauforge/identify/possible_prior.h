// The bodies of a robot's file, and in place of those that cannot exist a ball of their mass: where fits of bodies begin,
// and what distances from the file are measured by.
#pragma once

#include <string>
#include <vector>

#include "tauforge/robot/robot.h"

namespace tauforge::identify {

struct PossiblePrior {
  std::vector<double> parameters;     // one per column of the regressor
  std::vector<std::string> replaced;  // links whose body cannot exist, or is thinner or lighter than allowed
  bool has_mass = false;              // of any body; false: the file says nothing about bodies
};

PossiblePrior possible_prior(const robot::Robot& robot, double smallest_mass, double smallest_radius);

}  // namespace tauforge::identify
