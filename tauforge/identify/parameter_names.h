// The parameters of a robot by name, in the letters of [IHPH92]: per link (its number at the end)
//
//   m mass;  x y z first moments;  a b c d e f the inertia xx yy zz xy yz xz about the origin of the link's frame;
//
// per drive ia rotor inertia, fs Coulomb level, ds viscous coefficient, off constant torque, st static level (Stribeck).
#pragma once

#include <string>
#include <vector>

#include "tauforge/robot/robot.h"

namespace tauforge::identify {

using robot::Index;

struct ParameterName {
  std::string name;     // "a4"
  std::string meaning;  // "Ixx of link4"
  std::string unit;     // "kg m^2"
};

// One per column of dynamics/regressor.h, in its order.
std::vector<ParameterName> parameter_names(const robot::Robot& robot);

// Columns in the order in which [IHPH92] takes them: rotor inertias, the links from the tip to the base, then Coulomb and
// viscous friction. What comes later is expressed by what came before. Offsets come last, where wanted.
std::vector<Index> paper_order(const robot::Tree& tree, bool with_offsets);

}  // namespace tauforge::identify
