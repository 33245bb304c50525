#include "tauforge/dynamics/instances/list.h"
#include "tauforge/scalar/dual.h"

namespace tauforge::dynamics {

TAUFORGE_FORMULATIONS(, scalar::Dual<double>)

}  // namespace tauforge::dynamics
