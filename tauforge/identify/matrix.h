// Dense algebra inside this module. Headers that other modules include use std::vector instead.
#pragma once

#include <Eigen/Dense>

namespace tauforge::identify {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

}  // namespace tauforge::identify
