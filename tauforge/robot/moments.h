// The ten moments that an inertial stands for, whichever way its author wrote them.
#pragma once

#include "tauforge/robot/description.h"
#include "tauforge/robot/parameters.h"

namespace tauforge::robot {

// About the origin of the link's frame, in its axes.
Inertia<double> moments(const InertialDescription& inertial);

}  // namespace tauforge::robot
