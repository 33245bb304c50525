#include "tauforge/identify/qr.h"

#include <Eigen/QR>

namespace tauforge::identify {

using Wide = Eigen::Index;

Matrix triangular_factor(const Matrix& A) {
  const Eigen::HouseholderQR<Matrix> qr(A);
  return qr.matrixQR().topRows(std::min(A.rows(), A.cols())).triangularView<Eigen::Upper>();
}

Pivots pivots_of(const Matrix& A) {
  const Eigen::ColPivHouseholderQR<Matrix> qr(A);
  const auto& order = qr.colsPermutation().indices();
  return {{order.begin(), order.end()}, qr.matrixQR().diagonal().cwiseAbs()};
}

Wide Pivots::rank(double threshold) const {
  return distances.size() == 0 ? 0 : (distances.array() > threshold * distances.maxCoeff()).count();
}

Vector solve_by_qr(const Matrix& A, const Vector& b, double threshold) {
  Eigen::ColPivHouseholderQR<Matrix> qr(A);
  if (threshold > 0.0) qr.setThreshold(threshold);
  return qr.solve(b);
}

}  // namespace tauforge::identify
