#include "tauforge/identify/svd.h"

#include <Eigen/SVD>

namespace tauforge::identify {

Svd thin_svd(const Matrix& A) {
  const Eigen::JacobiSVD<Matrix> svd(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
  return {svd.matrixU(), svd.matrixV(), svd.singularValues()};
}

Vector singular_values(const Matrix& A) { return Eigen::JacobiSVD<Matrix>(A).singularValues(); }

}  // namespace tauforge::identify
