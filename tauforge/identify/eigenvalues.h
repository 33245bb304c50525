// Eigenvalues of symmetric matrices, rising, and their vectors, instantiated once.
#pragma once

#include "tauforge/identify/matrix.h"

namespace tauforge::identify {

struct SymmetricEigenvectors {
  Vector values;
  Matrix vectors;  // column k belongs to value k
};
SymmetricEigenvectors symmetric_eigenvectors(const Matrix& S);

Vector symmetric_eigenvalues(const Matrix& S);

// B' S B
Matrix congruent(const Matrix& S, const Matrix& B);

// A' A
Matrix gram(const Matrix& A);

}  // namespace tauforge::identify
