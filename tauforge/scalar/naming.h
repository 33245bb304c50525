// Three hooks that cost numbers nothing and tell a recording scalar what it is recording:
//   named(x, "w", 3)   calls x "w3" in generated code (a vector's components "w3_x", "w3_y", "w3_z");
//   hinted(x, "U", 3, "xy")  calls it so where it needs a name anyway;
//   begin_step(4, q)   says that what follows is step 4 of the paper's algorithm; q is any value of the recording.
// expression/expr.h overloads both.
#pragma once

#include <concepts>

#include "tauforge/scalar/dual.h"
#include "tauforge/scalar/scalar.h"

namespace tauforge::scalar {

template <std::floating_point S> S named(S x, const char* /*symbol*/, int /*index*/, const char* /*component*/ = "") {
  return x;
}
template <Scalar S> Dual<S> named(const Dual<S>& x, const char* symbol, int index, const char* component = "") {
  return {named(x.value, symbol, index, component), x.derivative};
}

template <std::floating_point S>
void hinted(S, const char* /*symbol*/, int /*index*/, const char* /*component*/ = "") {}
template <Scalar S> void hinted(const Dual<S>& x, const char* symbol, int index, const char* component = "") {
  hinted(x.value, symbol, index, component);
}

template <std::floating_point S> void begin_step(int /*number*/, S /*any value of the recording*/) {}
template <Scalar S> void begin_step(int number, const Dual<S>& any) { begin_step(number, any.value); }

}  // namespace tauforge::scalar
