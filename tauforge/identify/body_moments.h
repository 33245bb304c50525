// The ten moments of one body in the fit of bodies that can exist: their smallest eigenvalue, their derivatives by
// log-Cholesky numbers, their distance from a prior.
#pragma once

#include <array>

#include "tauforge/identify/matrix.h"

namespace tauforge::identify {

using TenMoments =
    std::array<double, 10>;  // m, first moments x y z, inertia xx yy zz xy yz xz about the frame's origin
using TenByTen = Eigen::Matrix<double, 10, 10>;

// Of the pseudo-inertia about the centre of mass.
double smallest_eigenvalue(const double* p);

// The ten moments of a body by its log-Cholesky numbers: first derivatives, and second ones of their sum with weights.
TenByTen derivatives_of_moments(const double* k, const double* weights, TenByTen& second);

// U0^-1 (P - P0) U0^-T, the distance from the prior measured by the prior, is linear in the moments: this times them, less
// the same of the prior. The ten rows are the upper triangle, off-diagonal entries times sqrt(2), so that squares add up.
TenByTen distance_from(const double* prior);

// The other way round: ten moments by the ten entries of the distance.
TenByTen moments_by_distance(const double* prior);

// A body of this mass that certainly exists: a ball of 5 cm radius of gyration about its centre.
TenMoments ball(double m, double x, double y, double z);

}  // namespace tauforge::identify
