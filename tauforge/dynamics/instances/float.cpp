#include "tauforge/dynamics/instances/list.h"

namespace tauforge::dynamics {

TAUFORGE_FORMULATIONS(, float)

}  // namespace tauforge::dynamics
