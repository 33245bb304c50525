// The moment of a body's inertia about the origin of its frame, N = vee(U Sigma - Sigma U'), in the forms that a Plan
// chooses from.
#pragma once

#include "tauforge/dynamics/planned/plan.h"
#include "tauforge/dynamics/state.h"

namespace tauforge::dynamics {

// Jzz: what goes with dw.z, a constant; d: differences of squares of w
template <Scalar S>
Vec3<S> link_moment(LinkForm form, const Sym3<S>& A, const S& Jzz, const Vec3<S>& w, const Vec3<S>& d,
                    const Vec3<S>& dw, const Mat3<S>& U) {
  const S xy = w.x * w.y;
  if (form == LinkForm::products) {
    const S yz = w.y * w.z, xz = w.x * w.z, Jx = A.yy + A.zz, Jy = A.xx + A.zz;
    // clang-format off
    return {dw.x * Jx - dw.y * A.xy - dw.z * A.xz + yz * (A.yy - A.zz) + d.x * A.yz - xy * A.xz + xz * A.xy,
            dw.y * Jy - dw.x * A.xy - dw.z * A.yz + xz * (A.zz - A.xx) + d.y * A.xz - yz * A.xy + xy * A.yz,
            dw.z * Jzz - dw.x * A.xz - dw.y * A.yz + xy * (A.xx - A.yy) + d.z * A.xy - xz * A.yz + yz * A.xz};
    // clang-format on
  }
  const S Nx = U.zy * A.yy - U.yz * A.zz + U.zx * A.xy - U.yx * A.xz + d.x * A.yz;
  const S Ny = U.xz * A.zz - U.zx * A.xx - U.zy * A.xy + d.y * A.xz + U.xy * A.yz;
  if (form == LinkForm::mixed)
    return {Nx, Ny, xy * (A.xx - A.yy) + dw.z * Jzz + U.yz * A.xz - U.xz * A.yz + d.z * A.xy};
  return {Nx, Ny, U.yx * A.xx - U.xy * A.yy + U.yz * A.xz - U.xz * A.yz + d.z * A.xy};
}

}  // namespace tauforge::dynamics
