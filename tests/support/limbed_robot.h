// Random robots with limbs that are alike in structure.
#pragma once

#include "tests/support/random_plan.h"

namespace tauforge::tests {

struct LimbedKind {
  int trunk_joints = 0;  // the last body carries the limbs; 0: the base does
  int limbs = 4;
  int limb_joints = 3;
  bool branching = false;  // limbs are trees
  bool floating = true;
};

// One limb is random, with the symmetries of add_symmetries; the others hang elsewhere, and some are mirrored.
robot::Robot robot_with_limbs(Random& random, const LimbedKind& kind);

// Puts a robot on a body of another one; what hung on its base hangs on its first body.
void append(robot::Robot& robot, robot::Index carrier, const robot::Robot& limb);

}  // namespace tauforge::tests
