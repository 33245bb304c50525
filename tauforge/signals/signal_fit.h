// How efforts follow motion, without knowing the robot: from what happens when a joint turns round. Within a short window
// about such a moment everything but friction is a smooth curve, and friction is a step:
//
//   effort_j(t + d) = a + b t + c t^2 + f tanh(qd_j(t)/v)          a, b, c for every reversal, f and d for the joint      (1)
//
// The d that explains most is the delay of the effort behind the motion; f < 0 says that friction drives the joint, so
// that the sign of one of the two signals is wrong.
#pragma once

#include <vector>

#include "tauforge/signals/differentiate.h"

namespace tauforge::signals {

struct ReversalFit {
  std::size_t reversals = 0;  // that were long enough to be used
  double delay = 0;           // d                                                                              [s]
  double explained = 0;       // share of what the curves leave over that friction explains with this delay, 0 to 1
  double undelayed = 0;       // and without one
  double friction = 0;  // f                                                                              [N m or A]
};

// One per joint. Samples on a uniform grid, with efforts.
std::vector<ReversalFit> fit_reversals(const Samples& samples, double longest_delay);

}  // namespace tauforge::signals
