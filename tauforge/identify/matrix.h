// Dense algebra inside this module; factorisations are in qr.h, svd.h, cholesky.h, eigenvalues.h.
// Headers that other modules include use std::vector instead.
#pragma once

#include <Eigen/Core>

namespace tauforge::identify {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

}  // namespace tauforge::identify
