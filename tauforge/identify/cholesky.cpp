#include "tauforge/identify/cholesky.h"

#include <Eigen/Cholesky>

namespace tauforge::identify {

bool is_positive_definite(const Matrix& G) { return Eigen::LLT<Matrix>(G).info() == Eigen::Success; }

bool solve_by_cholesky(const Matrix& G, const Vector& g, double least, Vector& x) {
  const Eigen::LLT<Matrix> factor(G);
  if (factor.info() != Eigen::Success) return false;
  if (G.rows() > 0 && factor.matrixLLT().diagonal().minCoeff() < least) return false;
  x = factor.solve(g);
  return true;
}

Matrix inverse_of_symmetric(const Matrix& G) {
  return Eigen::LDLT<Matrix>(G).solve(Matrix::Identity(G.rows(), G.cols()));
}

Matrix whitening(const Matrix& G) {
  return Eigen::LLT<Matrix>(G).matrixL().solve(Matrix::Identity(G.rows(), G.cols()));
}

}  // namespace tauforge::identify
