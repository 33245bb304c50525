// The functions compiled for numbers and for recording; include this instead of compiling them again.
#pragma once

#include "tauforge/dynamics/instances/expressions.h"
#include "tauforge/dynamics/instances/numbers.h"
#include "tauforge/functions/computation.h"

namespace tauforge::functions {

extern template class DriveDynamics<double>;
extern template class DriveDynamics<scalar::Dual<double>>;
extern template class DriveDynamics<expression::Expr>;
extern template class DriveDynamics<scalar::Dual<expression::Expr>>;
extern template class Computation<double>;
extern template class Computation<expression::Expr>;

}  // namespace tauforge::functions
