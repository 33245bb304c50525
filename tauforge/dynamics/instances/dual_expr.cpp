#include "tauforge/dynamics/instances/list.h"
#include "tauforge/expression/expr.h"
#include "tauforge/scalar/dual.h"

namespace tauforge::dynamics {

TAUFORGE_FORMULATIONS(, scalar::Dual<expression::Expr>)

}  // namespace tauforge::dynamics
