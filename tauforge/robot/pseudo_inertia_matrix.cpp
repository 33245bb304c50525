#include "tauforge/robot/pseudo_inertia_matrix.h"

#include "tauforge/spatial/pseudo_inertia.h"

namespace tauforge::robot {

using spatial::Inertia;
using spatial::Sym3;
using spatial::Vec3;

Sym3<double> sigma_of_inertia(const Sym3<double>& I) {
  return spatial::pseudo_inertia(Inertia<double>{0.0, {}, I}).Sigma;  // (2)
}

Sym3<double> inertia_of_sigma(const Sym3<double>& S) {
  return {S.yy + S.zz, S.xx + S.zz, S.xx + S.yy, -S.xy, -S.yz, -S.xz};  // (3)
}

Square<3> square(const Sym3<double>& t) { return {{{t.xx, t.xy, t.xz}, {t.xy, t.yy, t.yz}, {t.xz, t.yz, t.zz}}}; }

Sym3<double> symmetric(const Square<3>& A) { return {A[0][0], A[1][1], A[2][2], A[0][1], A[1][2], A[0][2]}; }

PseudoInertiaMatrix pseudo_inertia(const Inertia<double>& b) {
  const Sym3<double> S = sigma_of_inertia(b.I);
  return {{{S.xx, S.xy, S.xz, b.h.x},  // (1)
           {S.xy, S.yy, S.yz, b.h.y},
           {S.xz, S.yz, S.zz, b.h.z},
           {b.h.x, b.h.y, b.h.z, b.m}}};
}

Inertia<double> moments_of(const PseudoInertiaMatrix& P) {
  return {
      P[3][3], {P[0][3], P[1][3], P[2][3]}, inertia_of_sigma({P[0][0], P[1][1], P[2][2], P[0][1], P[1][2], P[0][2]})};
}

Sym3<double> central_inertia(const Inertia<double>& b) {
  const Vec3<double> c = (1.0 / b.m) * b.h;
  return b.I - b.m * spatial::point_inertia(c);
}

}  // namespace tauforge::robot
