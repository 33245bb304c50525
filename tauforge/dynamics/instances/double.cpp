#include "tauforge/dynamics/instances/list.h"

namespace tauforge::dynamics {

TAUFORGE_FORMULATIONS(, double)

}  // namespace tauforge::dynamics
