// Times of several contenders, taken in turns so that whatever slows the machine down for a while slows all of them.
// A turn during which somebody else used the core (native/quiet_core.h) is repeated.
#pragma once

#include <vector>

#include "benchmarks/contender.h"

namespace tauforge::benchmarks {

struct Measurement {
  double nanoseconds = 0;  // per state, median over the rounds
  double deviation = 0;    // largest over the states, relative to the largest entry of the state's expected result
  int shared_turns = 0;    // of the rounds, that were repeated in vain
};

std::vector<Measurement> measure(const std::vector<Contender>& contenders, const Subject& subject, Function function,
                                 int rounds);

}  // namespace tauforge::benchmarks
