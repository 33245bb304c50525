// A log without the standstill at its two ends, where there is nothing to learn but noise.
#pragma once

#include "tauforge/recording/recording.h"

namespace tauforge::signals {

// From the first to the last sample at which any joint has left its place by a hundredth of its range.
recording::Recording moving_part(const recording::Recording& log);

}  // namespace tauforge::signals
