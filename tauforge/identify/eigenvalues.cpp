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

Matrix gram(const Matrix& A) { return A.transpose() * A; }

}  // namespace tauforge::identify
