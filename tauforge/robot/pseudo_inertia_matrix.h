// The pseudo-inertia of a body: its ten moments as one symmetric 4x4 matrix.
//
//   P     = [Sigma h; h^T m]                        (1)
//   Sigma = integral of r r^T dm = 1/2 tr(I) 1 - I  (2)
//   I     = tr(Sigma) 1 - Sigma                     (3)
//
// A distribution of mass with these moments exists exactly when P is positive semidefinite, which
// contains m >= 0, the definiteness of I and the triangle inequality of its principal moments [WKS18].
#pragma once

#include "tauforge/robot/symmetric_eigen.h"
#include "tauforge/spatial/inertia.h"

namespace tauforge::robot {

using PseudoInertiaMatrix = Square<4>;

PseudoInertiaMatrix pseudo_inertia(const spatial::Inertia<double>& moments);
spatial::Inertia<double> moments_of(const PseudoInertiaMatrix& P);

Square<3> square(const spatial::Sym3<double>& tensor);
spatial::Sym3<double> symmetric(const Square<3>& A);

// (2) and (3)
spatial::Sym3<double> sigma_of_inertia(const spatial::Sym3<double>& I);
spatial::Sym3<double> inertia_of_sigma(const spatial::Sym3<double>& Sigma);

// About the centre of mass instead of the frame's origin; needs a mass.
spatial::Sym3<double> central_inertia(const spatial::Inertia<double>& moments);

}  // namespace tauforge::robot
