// Elementary functions of plain numbers, under the names that templates use for every scalar
// (the overloads of Dual and Expr are found by argument-dependent lookup).
#pragma once

#include <cmath>
#include <concepts>

namespace tauforge::scalar {

template <std::floating_point S> S sin(S x) { return std::sin(x); }
template <std::floating_point S> S cos(S x) { return std::cos(x); }
template <std::floating_point S> S sqrt(S x) { return std::sqrt(x); }
template <std::floating_point S> S exp(S x) { return std::exp(x); }
template <std::floating_point S> S tanh(S x) { return std::tanh(x); }

// -1, 0 or 1; sign(0) = 0, so a joint at rest has no Coulomb friction. A NaN stays a NaN.
template <std::floating_point S> S sign(S x) { return x > S(0) ? S(1) : x < S(0) ? S(-1) : x == S(0) ? S(0) : x; }
// a / b, and zero where a is zero whatever b is: the centre of mass of a link without mass.
template <std::floating_point S> S ratio_or_zero(S a, S b) { return a == S(0) ? S(0) : a / b; }

// What rounding leaves of a sum that should vanish, made zero: constants below this cost operations and say nothing.
constexpr double trace = 1e-13;
template <std::floating_point S> S without_traces(S x) { return x < S(trace) && x > S(-trace) ? S(0) : x; }

// The known number, or its negative, where x differs from it by rounding alone: numbers that are the same by theory become
// the same number, in whatever order they were computed.
template <std::floating_point S> S as_known(S x, S known) {
  const S rounding = S(trace) * (S(0.1) + std::abs(known));
  if (std::abs(x - known) <= rounding) return known;
  if (std::abs(x + known) <= rounding) return -known;
  return x;
}

// Cosine and sine of q + the angle whose cosine and sine are c, s (together of length one).
template <std::floating_point S> S cos_of_sum(S q, S c, S s) { return std::cos(q + std::atan2(s, c)); }
template <std::floating_point S> S sin_of_sum(S q, S c, S s) { return std::sin(q + std::atan2(s, c)); }

}  // namespace tauforge::scalar
