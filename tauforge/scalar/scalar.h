// What a number may do. Every formulation is written once over this concept: `double` and `float`
// evaluate it, `Dual` differentiates it, `expression::Expr` records it.
//
// There is no comparison: a branch on a value could not be recorded. Branch on structure instead,
// or use the named choice `sign`.
#pragma once

#include <concepts>

namespace tauforge::scalar {

template <class S>
concept Scalar = std::copyable<S> && std::constructible_from<S, double> && requires(S a, S b) {
  { a + b } -> std::convertible_to<S>;
  { a - b } -> std::convertible_to<S>;
  { a* b } -> std::convertible_to<S>;
  { a / b } -> std::convertible_to<S>;
  { -a } -> std::convertible_to<S>;
};

}  // namespace tauforge::scalar
