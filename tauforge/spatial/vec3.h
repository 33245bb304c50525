// Three components in one frame, over any scalar. Our own small algebra: the order and the number
// of operations are the product, so nothing here is left to a library.
#pragma once

#include "tauforge/scalar/naming.h"
#include "tauforge/scalar/scalar.h"

namespace tauforge::spatial {

using scalar::Scalar;

template <Scalar S> struct Vec3 {
  S x{0.0}, y{0.0}, z{0.0};

  friend bool operator==(const Vec3&, const Vec3&) requires std::equality_comparable<S>
  = default;
};

template <Scalar S> Vec3<S> operator-(const Vec3<S>& a) { return {-a.x, -a.y, -a.z}; }
template <Scalar S> Vec3<S> operator+(const Vec3<S>& a, const Vec3<S>& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
template <Scalar S> Vec3<S> operator-(const Vec3<S>& a, const Vec3<S>& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
template <Scalar S> Vec3<S> operator*(const S& k, const Vec3<S>& a) { return {k * a.x, k * a.y, k * a.z}; }

template <Scalar S> S dot(const Vec3<S>& a, const Vec3<S>& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
template <Scalar S> Vec3<S> cross(const Vec3<S>& a, const Vec3<S>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
// a x Z, with Z the third unit vector: no multiplication.
template <Scalar S> Vec3<S> cross_z(const Vec3<S>& a) { return {a.y, -a.x, S(0.0)}; }

template <Scalar S> Vec3<S> zero3() { return {S(0.0), S(0.0), S(0.0)}; }
template <Scalar S> Vec3<S> along_z(const S& z) { return {S(0.0), S(0.0), z}; }

template <class To, class From> Vec3<To> cast(const Vec3<From>& a) { return {To(a.x), To(a.y), To(a.z)}; }

template <Scalar S> void hinted(const Vec3<S>& a, const char* symbol, int index) {
  using scalar::hinted;
  hinted(a.x, symbol, index, "x"), hinted(a.y, symbol, index, "y"), hinted(a.z, symbol, index, "z");
}
template <Scalar S> Vec3<S> named(const Vec3<S>& a, const char* symbol, int index) {
  using scalar::named;
  return {named(a.x, symbol, index, "x"), named(a.y, symbol, index, "y"), named(a.z, symbol, index, "z")};
}

}  // namespace tauforge::spatial
