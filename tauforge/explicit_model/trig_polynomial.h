// A scalar that keeps formulations in closed form: trigonometric polynomials of the joint angles with coefficients that
// are polynomials in symbols of the robot. Run with it, composite_body gives the kinetic energy matrix itself.
//
//   P(q) = sum Re(c exp(i k.q)) q_s^p x        c complex, k whole numbers, q_s^p powers of sliding coordinates,
//                                              x a product of symbols                                          (1)
//   Re(a e^iu) Re(b e^iv) = 1/2 Re(a b e^i(u+v)) + 1/2 Re(a conj(b) e^i(u-v))                                  (2)
//
// In this form every polynomial is written in one way only, and sums of parallel angles appear by themselves.
#pragma once

#include <complex>
#include <vector>

#include "tauforge/explicit_model/angle.h"
#include "tauforge/explicit_model/parameter_table.h"
#include "tauforge/scalar/scalar.h"

namespace tauforge::explicit_model {

class TrigPolynomial {
 public:
  struct Term {
    Angle angle = 0;  // k; never negative: Re(c e^-iu) is Re(conj(c) e^iu)
    Powers powers = 0;
    ParameterTable::Product symbols = ParameterTable::one;
    std::complex<double> c;
  };

  TrigPolynomial() = default;
  explicit TrigPolynomial(double number);
  static TrigPolynomial symbol(ParameterTable& table, const std::string& name, double value);
  static TrigPolynomial coordinate(int joint);  // q_j; of a revolute joint only its sine and cosine are polynomials

  const std::vector<Term>& terms() const { return terms_; }

  friend TrigPolynomial operator-(const TrigPolynomial& a);
  friend TrigPolynomial operator+(const TrigPolynomial& a, const TrigPolynomial& b);
  friend TrigPolynomial operator-(const TrigPolynomial& a, const TrigPolynomial& b) { return a + -b; }
  friend TrigPolynomial operator*(const TrigPolynomial& a, const TrigPolynomial& b);
  friend TrigPolynomial operator/(const TrigPolynomial& a, const TrigPolynomial& b);  // by a number other than zero
  // Of q_j plus a number.
  friend TrigPolynomial sin(const TrigPolynomial& a);
  friend TrigPolynomial cos(const TrigPolynomial& a);
  friend TrigPolynomial named(const TrigPolynomial& a, const char*, int, const char* = "") { return a; }

 private:
  void tidy();

  ParameterTable* table_ = nullptr;
  std::vector<Term> terms_;  // sorted by angle, powers, symbols
};

static_assert(scalar::Scalar<TrigPolynomial>);

}  // namespace tauforge::explicit_model
