// How a drive moves in a log, in numbers of which those of several logs add up: what liveliness (excited.h) is made of.
#pragma once

#include <cmath>
#include <vector>

#include "tauforge/signals/differentiate.h"

namespace tauforge::identify {

struct Liveliness;

struct DriveMotion {
  double low = HUGE_VAL, high = -HUGE_VAL;               // of positions           [rad]
  double squared_speeds = 0, squared_accelerations = 0;  // sums                   [rad^2/s^2, rad^2/s^4]
  std::size_t samples = 0;
};
using DriveMotions = std::vector<DriveMotion>;  // one per drive; none: no log yet

void add(const signals::Samples& log, DriveMotions& to);
void add(const DriveMotions& more, DriveMotions& to);
Liveliness liveliness(const DriveMotions& motions);

}  // namespace tauforge::identify
