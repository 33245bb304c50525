// The formulations compiled for numbers; include this instead of compiling them again.
#pragma once

#include "tauforge/dynamics/instances/list.h"
#include "tauforge/scalar/dual.h"

namespace tauforge::dynamics {

TAUFORGE_FORMULATIONS(extern, double)
TAUFORGE_FORMULATIONS(extern, float)
TAUFORGE_FORMULATIONS(extern, scalar::Dual<double>)

}  // namespace tauforge::dynamics
