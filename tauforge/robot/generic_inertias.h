// A robot whose inertial numbers mean nothing but "there is one": for counting operations with constants that stand for
// symbols, so that nothing cancels by accident.
#pragma once

#include "tauforge/robot/robot.h"

namespace tauforge::robot {

// Every non-zero moment (of the ten about the frame's origin) of every body becomes a number between 0.3 and 1.7 that
// depends on the seed alone; what is zero stays zero. Drives and geometry stay. The result is no physical body.
Robot generic_inertias(Robot robot, unsigned seed);

}  // namespace tauforge::robot
