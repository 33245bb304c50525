// The lumped constants of [AKB86] (paper 001), Table A2, from link parameters. Only I1 and g1..g5 are legible in our
// copy; the others are restored, and proved by the elements that they make (tests/literature/armstrong.cpp).
#pragma once

#include <string>
#include <vector>

#include "tauforge/explicit_model/lumped_constants.h"
#include "tauforge/robot/robot.h"

namespace tauforge::explicit_model {

struct ArmstrongConstants {
  double I[24] = {}, g[6] = {}, Im[7] = {};  // 1-based as in the paper
};

// One link as the paper writes it: centre of mass and inertia about it, in the link's own frame.
struct ArmstrongLink {
  double m, rx, ry, rz, Ixx, Iyy, Izz;
};

ArmstrongConstants armstrong_constants(const robot::Robot& robot);

// What the paper calls our constants: "I5", "-I8", "I2 + I6"; empty where it has no name for one. Of the PUMA 560 alone; for
// every other robot there is nothing.
std::vector<std::string> armstrong_names(const robot::Robot& robot, const std::vector<Constant>& constants);

}  // namespace tauforge::explicit_model
