// Dense algebra inside this module; factorisations are in qr.h and svd.h. Headers that other modules include use std::vector instead.
#pragma once

#include <Eigen/Core>

namespace tauforge::identify {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

}  // namespace tauforge::identify
