// Values carried into a Dual scalar with zero derivatives, ready to be seeded along one direction.
#pragma once

#include "tauforge/dynamics/state.h"
#include "tauforge/scalar/dual.h"

namespace tauforge::dynamics {

template <Scalar S> std::vector<scalar::Dual<S>> dual(const std::vector<S>& values) {
  std::vector<scalar::Dual<S>> result;
  for (const S& value : values) result.push_back(scalar::Dual<S>(value));
  return result;
}
template <Scalar S> Parameters<scalar::Dual<S>> dual(const Parameters<S>& par) {
  return robot::converted<scalar::Dual<S>>(par, [](const S& value) { return scalar::Dual<S>(value); });
}
template <Scalar S> std::vector<Wrench<scalar::Dual<S>>> dual(const std::vector<Wrench<S>>& wrenches) {
  using D = scalar::Dual<S>;
  const auto vec = [](const Vec3<S>& v) { return Vec3<D>{D(v.x), D(v.y), D(v.z)}; };
  std::vector<Wrench<D>> result;
  for (const auto& e : wrenches) result.push_back({vec(e.force), vec(e.moment)});
  return result;
}

}  // namespace tauforge::dynamics
