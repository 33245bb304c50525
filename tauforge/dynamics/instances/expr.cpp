#include "tauforge/dynamics/instances/list.h"
#include "tauforge/expression/expr.h"

namespace tauforge::dynamics {

TAUFORGE_FORMULATIONS(, expression::Expr)

}  // namespace tauforge::dynamics
