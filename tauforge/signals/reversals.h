// Where drives turn round. Differences and filters blur the instant at which friction changes its sign: the samples around
// it have speeds of the wrong size or sign, and accelerations without the jump that friction makes. A fit that believes
// them is biased, however many there are.
#pragma once

#include <vector>

#include "tauforge/signals/differentiate.h"

namespace tauforge::signals {

using NearReversals = std::vector<std::vector<bool>>;  // [drive][sample]

// Samples of a drive within `reach` of one at which it stands or moves the other way, or of the end of a stretch.
NearReversals near_reversals(const Samples& samples, std::size_t reach);

// How many samples to each side the differences and the filter blur.
std::size_t blurred_samples(const Preparation& how, double period);

}  // namespace tauforge::signals
