#include "tauforge/functions/instances.h"

namespace tauforge::functions {

template class DriveDynamics<double>;
template class DriveDynamics<scalar::Dual<double>>;
template class Computation<double>;

}  // namespace tauforge::functions
