// The nearest valid description: bodies that cannot exist are replaced by the closest that can, limits
// in the wrong order are exchanged, negative frictions and motor inertias become zero. Every change
// is listed; what cannot be repaired by a rule (a missing mass, a doubtful unit) is left as it is.
#pragma once

#include "tauforge/diagnostic/diagnostic.h"
#include "tauforge/robot/description.h"

namespace tauforge::robot {

struct Repaired {
  Description description;
  diagnostic::Findings changes;  // notes: what changed, from what to what
};

Repaired repair(const Description& description);

}  // namespace tauforge::robot
