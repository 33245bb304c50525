#include "tauforge/expression/expr.h"
#include "tauforge/dynamics/instances/list.h"

namespace tauforge::dynamics {

TAUFORGE_FORMULATIONS(, expression::Expr)

}  // namespace tauforge::dynamics
