// The formulations compiled for recording.
#pragma once

#include "tauforge/dynamics/instances/list.h"
#include "tauforge/expression/expr.h"
#include "tauforge/scalar/dual.h"

namespace tauforge::dynamics {

TAUFORGE_FORMULATIONS(extern, expression::Expr)
TAUFORGE_FORMULATIONS(extern, scalar::Dual<expression::Expr>)

}  // namespace tauforge::dynamics
