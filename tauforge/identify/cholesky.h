// Symmetric matrices, G = L L', instantiated once.
#pragma once

#include "tauforge/identify/matrix.h"

namespace tauforge::identify {

bool is_positive_definite(const Matrix& G);

// x of G x = g; false where the diagonal of L falls below `least`, or G has no L at all.
bool solve_by_cholesky(const Matrix& G, const Vector& g, double least, Vector& x);

Matrix inverse_of_symmetric(const Matrix& G);

// V with V' V = G^-1: what makes a vector with the covariance G one of independent entries of variance one.
Matrix whitening(const Matrix& G);

}  // namespace tauforge::identify
