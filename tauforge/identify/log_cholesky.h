// The pseudo-inertia of a body from ten numbers that may be anything.                                   [RW22]
//
//   P = U U',  U = e^a [e^d1 s12 s13 t1; 0 e^d2 s23 t2; 0 0 e^d3 t3; 0 0 0 1]                            (1)
//
// so m = e^2a, the centre of mass is t, and the second moments about it are m V V' with V the upper left of U without
// its factor. e^d are lengths: radii of gyration, each with what lies after it taken out.
#pragma once

#include <cmath>

#include "tauforge/spatial/inertia.h"

namespace tauforge::identify {

// a, d1, d2, d3, s12, s23, s13, t1, t2, t3 into the ten moments of the regressor's columns: m, h, I xx yy zz xy yz xz.
template <class S> void moments_of_log_cholesky(const S* k, S* moments) {
  using std::exp;
  const S m = exp(S(2.0) * k[0]), v11 = exp(k[1]), v22 = exp(k[2]), v33 = exp(k[3]);
  const S &v12 = k[4], &v23 = k[5], &v13 = k[6], &x = k[7], &y = k[8], &z = k[9];
  // Sigma / m = V V' + t t'
  const S xx = v11 * v11 + v12 * v12 + v13 * v13 + x * x, yy = v22 * v22 + v23 * v23 + y * y, zz = v33 * v33 + z * z;
  const S xy = v12 * v22 + v13 * v23 + x * y, yz = v23 * v33 + y * z, xz = v13 * v33 + x * z;
  moments[0] = m, moments[1] = m * x, moments[2] = m * y, moments[3] = m * z;
  moments[4] = m * (yy + zz), moments[5] = m * (xx + zz), moments[6] = m * (xx + yy);
  moments[7] = -(m * xy), moments[8] = -(m * yz), moments[9] = -(m * xz);
}

// The other way, for a body that exists; false for one that does not.
bool log_cholesky_of_moments(const double* moments, double* k);

}  // namespace tauforge::identify
