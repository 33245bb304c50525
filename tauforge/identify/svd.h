// Singular values and vectors, instantiated once: the decomposition takes longer to compile than the rest of the module.
#pragma once

#include "tauforge/identify/matrix.h"

namespace tauforge::identify {

// A = U diag(s) V', s falling, with as many columns in U and V as there are singular values.
struct Svd {
  Matrix U, V;
  Vector s;
};
Svd thin_svd(const Matrix& A);

Vector singular_values(const Matrix& A);

}  // namespace tauforge::identify
