// A number with its derivative along one direction: x + x' e with e e = 0.
// Duals nest: Dual<Dual<double>> holds mixed second derivatives, Dual<Expr> records derivatives.
#pragma once

#include "tauforge/scalar/elementary.h"
#include "tauforge/scalar/scalar.h"

namespace tauforge::scalar {

template <Scalar S> struct Dual {
  S value;
  S derivative;

  Dual() : value(0.0), derivative(0.0) {}
  explicit Dual(double x) : value(static_cast<S>(x)), derivative(0.0) {}
  explicit Dual(S x) requires(!std::same_as<S, double>) : value(x), derivative(0.0) {}
  Dual(S x, S dx) : value(x), derivative(dx) {}
};

template <Scalar S> Dual<S> operator-(const Dual<S>& a) { return {-a.value, -a.derivative}; }
template <Scalar S> Dual<S> operator+(const Dual<S>& a, const Dual<S>& b) {
  return {a.value + b.value, a.derivative + b.derivative};
}
template <Scalar S> Dual<S> operator-(const Dual<S>& a, const Dual<S>& b) {
  return {a.value - b.value, a.derivative - b.derivative};
}
template <Scalar S> Dual<S> operator*(const Dual<S>& a, const Dual<S>& b) {
  return {a.value * b.value, a.derivative * b.value + a.value * b.derivative};
}
template <Scalar S> Dual<S> operator/(const Dual<S>& a, const Dual<S>& b) {
  const S ratio = a.value / b.value;
  return {ratio, (a.derivative - ratio * b.derivative) / b.value};
}

template <Scalar S> Dual<S> sin(const Dual<S>& a) { return {sin(a.value), cos(a.value) * a.derivative}; }
template <Scalar S> Dual<S> cos(const Dual<S>& a) { return {cos(a.value), -(sin(a.value) * a.derivative)}; }
template <Scalar S> Dual<S> sqrt(const Dual<S>& a) {
  const S root = sqrt(a.value);
  return {root, a.derivative / (root + root)};
}
template <Scalar S> Dual<S> exp(const Dual<S>& a) {
  const S e = exp(a.value);
  return {e, e * a.derivative};
}
template <Scalar S> Dual<S> tanh(const Dual<S>& a) {
  const S t = tanh(a.value);
  return {t, (S(1.0) - t * t) * a.derivative};
}
// Flat almost everywhere: the jump at zero has no derivative and none is claimed.
template <Scalar S> Dual<S> sign(const Dual<S>& a) { return {sign(a.value), S(0.0)}; }
template <Scalar S> Dual<S> ratio_or_zero(const Dual<S>& a, const Dual<S>& b) {
  const S ratio = ratio_or_zero(a.value, b.value);
  return {ratio, ratio_or_zero(a.derivative - ratio * b.derivative, b.value)};
}
template <Scalar S> Dual<S> without_traces(const Dual<S>& a) { return {without_traces(a.value), a.derivative}; }
template <Scalar S> Dual<S> as_known(const Dual<S>& a, const Dual<S>& known) {
  return {as_known(a.value, known.value), a.derivative};
}
template <Scalar S> Dual<S> cos_of_sum(const Dual<S>& q, const Dual<S>& c, const Dual<S>& s) {
  return cos(q) * c - sin(q) * s;
}
template <Scalar S> Dual<S> sin_of_sum(const Dual<S>& q, const Dual<S>& c, const Dual<S>& s) {
  return sin(q) * c + cos(q) * s;
}

}  // namespace tauforge::scalar
