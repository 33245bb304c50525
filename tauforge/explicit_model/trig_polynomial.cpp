#include "tauforge/explicit_model/trig_polynomial.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "tauforge/diagnostic/require.h"

namespace tauforge::explicit_model {

namespace {

using diagnostic::require;
using Term = TrigPolynomial::Term;

auto key(const Term& t) { return std::tie(t.angle, t.powers, t.symbols); }
bool before(const Term& a, const Term& b) { return key(a) < key(b); }

// What rounding leaves of terms that cancel; the coefficients are products of sines, cosines, lengths and counts.
constexpr double trace = 1e-15;

bool vanishes(const Term& t) { return std::abs(t.c.real()) < trace && std::abs(t.c.imag()) < trace; }

Term normal(Term t) {
  if (t.angle < 0) t.angle = -t.angle, t.c = std::conj(t.c);
  if (t.angle == 0) t.c = t.c.real();
  return t;
}

// exp(i x), with quarter turns exact.
std::complex<double> turn(double x) {
  const double c = std::cos(x), s = std::sin(x);
  constexpr double rounding = 1e-15;
  if (std::abs(c) < rounding) return {0.0, s > 0 ? 1.0 : -1.0};
  if (std::abs(s) < rounding) return {c > 0 ? 1.0 : -1.0, 0.0};
  return {c, s};
}

// exp(i (q_j + number)) of a = q_j + number
Term exponential(const TrigPolynomial& a) {
  Term result;
  double number = 0;
  for (const Term& t : a.terms()) {
    require(t.angle == 0 && t.symbols == ParameterTable::one, "an angle is a coordinate plus a number");
    if (t.powers == 0) {
      number = t.c.real();
    } else {
      require(result.angle == 0 && t.c == 1.0, "an angle has one coordinate");
      result.angle = static_cast<Angle>(t.powers);  // the same digits
    }
  }
  result.c = turn(number);
  return result;
}

}  // namespace

TrigPolynomial::TrigPolynomial(double number) {
  if (number != 0.0) terms_.push_back({0, 0, ParameterTable::one, number});
}

TrigPolynomial TrigPolynomial::symbol(ParameterTable& table, const std::string& name, double value) {
  TrigPolynomial p;
  p.table_ = &table;
  p.terms_.push_back({0, 0, table.symbol(name, value), 1.0});
  return p;
}

TrigPolynomial TrigPolynomial::coordinate(int joint) {
  require(joint >= 0 && joint < most_joints, "a joint has its digit");
  TrigPolynomial p;
  p.terms_.push_back({0, power_of_joint(joint), ParameterTable::one, 1.0});
  return p;
}

void TrigPolynomial::tidy() {
  std::sort(terms_.begin(), terms_.end(), before);
  std::size_t kept = 0;
  for (std::size_t k = 0; k < terms_.size();) {
    Term sum = terms_[k];
    for (++k; k < terms_.size() && key(terms_[k]) == key(sum); ++k) sum.c += terms_[k].c;
    if (!vanishes(sum)) terms_[kept++] = sum;
  }
  terms_.resize(kept);
}

TrigPolynomial operator-(const TrigPolynomial& a) {
  TrigPolynomial result = a;
  for (Term& t : result.terms_) t.c = -t.c;
  return result;
}

TrigPolynomial operator+(const TrigPolynomial& a, const TrigPolynomial& b) {
  TrigPolynomial sum;
  sum.table_ = a.table_ ? a.table_ : b.table_;
  sum.terms_.reserve(a.terms_.size() + b.terms_.size());
  auto x = a.terms_.begin(), y = b.terms_.begin();
  while (x != a.terms_.end() || y != b.terms_.end()) {
    if (y == b.terms_.end() || (x != a.terms_.end() && before(*x, *y))) {
      sum.terms_.push_back(*x++);
    } else if (x == a.terms_.end() || before(*y, *x)) {
      sum.terms_.push_back(*y++);
    } else {
      Term both = *x++;
      both.c += y++->c;
      if (!vanishes(both)) sum.terms_.push_back(both);
    }
  }
  return sum;
}

TrigPolynomial operator*(const TrigPolynomial& a, const TrigPolynomial& b) {
  TrigPolynomial product;
  product.table_ = a.table_ ? a.table_ : b.table_;
  if (a.terms_.empty() || b.terms_.empty()) return product;
  product.terms_.reserve(2 * a.terms_.size() * b.terms_.size());
  for (const Term& x : a.terms_)
    for (const Term& y : b.terms_) {
      Term t;
      t.powers = x.powers + y.powers;
      t.symbols = x.symbols == ParameterTable::one   ? y.symbols
                  : y.symbols == ParameterTable::one ? x.symbols
                                                     : product.table_->multiply(x.symbols, y.symbols);
      if (x.angle == 0 || y.angle == 0) {
        t.angle = x.angle + y.angle, t.c = x.c * y.c;
        product.terms_.push_back(t);
        continue;
      }
      t.angle = x.angle + y.angle, t.c = 0.5 * x.c * y.c;  // (2)
      product.terms_.push_back(normal(t));
      t.angle = x.angle - y.angle, t.c = 0.5 * x.c * std::conj(y.c);
      product.terms_.push_back(normal(t));
    }
  product.tidy();
  return product;
}

TrigPolynomial operator/(const TrigPolynomial& a, const TrigPolynomial& b) {
  require(b.terms_.size() == 1 && key(b.terms_[0]) == key(Term{}), "a polynomial is divided by a number only");
  return a * TrigPolynomial(1.0 / b.terms_[0].c.real());
}

TrigPolynomial cos(const TrigPolynomial& a) {
  TrigPolynomial result;
  result.terms_.push_back(normal(exponential(a)));
  return result;
}

TrigPolynomial sin(const TrigPolynomial& a) {
  TrigPolynomial result;
  Term t = exponential(a);
  t.c *= std::complex<double>(0.0, -1.0);
  result.terms_.push_back(normal(t));
  return result;
}

}  // namespace tauforge::explicit_model
