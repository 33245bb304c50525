// Serial arms that no file describes, for tests of the explicit model.
#pragma once

#include "tauforge/robot/robot.h"

namespace tauforge::tests {

// Turning, sliding, turning, sliding, turning, at right angles, links at random.
robot::Robot rprpr(unsigned seed);

// Five turning joints, each axis at a right angle to the one before, every length and every moment at random. Outwards the
// links grow lighter, each to half of the one before on the average, as those of arms do.
robot::Robot orthogonal_5r(unsigned seed);

robot::Robot without_friction(robot::Robot robot);

}  // namespace tauforge::tests
