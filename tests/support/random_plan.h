// Random Plans, and robots on which every choice of a Plan occurs.
#pragma once

#include "tauforge/dynamics/planned/plan.h"
#include "tests/support/random_robot.h"

namespace tauforge::tests {

// Parallel axes, quarter turns and last links of revolution, so that every choice of a Plan occurs.
void add_symmetries(Random& random, robot::Robot& robot);

dynamics::Plan random_plan(Random& random, const robot::Robot& robot);

}  // namespace tauforge::tests
