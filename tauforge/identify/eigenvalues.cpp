#include "tauforge/identify/eigenvalues.h"

#include <Eigen/Eigenvalues>

namespace tauforge::identify {

SymmetricEigenvectors symmetric_eigenvectors(const Matrix& S) {
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(S);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Vector symmetric_eigenvalues(const Matrix& S) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(S, Eigen::EigenvaluesOnly).eigenvalues();
}

Matrix congruent(const Matrix& S, const Matrix& B) { return B.transpose() * S * B; }

Matrix gram(const Matrix& A) {
  Matrix G = Matrix::Zero(A.cols(), A.cols());
  G.selfadjointView<Eigen::Lower>().rankUpdate(A.transpose());  // half of the products are the others
  G.triangularView<Eigen::StrictlyUpper>() = G.transpose();
  return G;
}

}  // namespace tauforge::identify
