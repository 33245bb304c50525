#include "tauforge/functions/instances.h"

namespace tauforge::functions {

template class DriveDynamics<expression::Expr>;
template class DriveDynamics<scalar::Dual<expression::Expr>>;
template class Computation<expression::Expr>;

}  // namespace tauforge::functions
