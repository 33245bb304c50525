// The chain rule of every operation of Dual, against central differences and closed forms.
#include "tauforge/scalar/dual.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace tauforge::tests {
namespace {

using scalar::Dual;
using D = Dual<double>;
using DD = Dual<D>;

struct Case {
  const char* name;
  std::function<D(D)> dual;
  std::function<double(double)> plain;
};

TEST(Dual, FollowsTheChainRuleOfEveryElementaryFunction) {
  const D c(3.0);
  const Case cases[] = {
      {"-x", [](D x) { return -x; }, [](double x) { return -x; }},
      {"x + 3", [c](D x) { return x + c; }, [](double x) { return x + 3; }},
      {"3 - x", [c](D x) { return c - x; }, [](double x) { return 3 - x; }},
      {"x x", [](D x) { return x * x; }, [](double x) { return x * x; }},
      {"3 / x", [c](D x) { return c / x; }, [](double x) { return 3 / x; }},
      {"x / (x + 3)", [c](D x) { return x / (x + c); }, [](double x) { return x / (x + 3); }},
      {"sin", [](D x) { return sin(x); }, [](double x) { return std::sin(x); }},
      {"cos", [](D x) { return cos(x); }, [](double x) { return std::cos(x); }},
      {"sqrt", [](D x) { return sqrt(x); }, [](double x) { return std::sqrt(x); }},
      {"exp", [](D x) { return exp(x); }, [](double x) { return std::exp(x); }},
      {"tanh", [](D x) { return tanh(x); }, [](double x) { return std::tanh(x); }},
      {"x / (x + 3), or zero", [c](D x) { return ratio_or_zero(x, x + c); }, [](double x) { return x / (x + 3); }},
      {"exp(sin(x x))", [](D x) { return exp(sin(x * x)); }, [](double x) { return std::exp(std::sin(x * x)); }},
  };
  const double h = 1e-5, direction = 1.7;
  for (const Case& c1 : cases)
    for (const double x : {0.3, 0.9, 1.6, 2.5}) {
      const D y = c1.dual(D(x, direction));
      EXPECT_NEAR(y.value, c1.plain(x), 1e-15 * (1 + std::abs(y.value))) << c1.name;
      const double difference = direction * (c1.plain(x + h) - c1.plain(x - h)) / (2 * h);
      EXPECT_NEAR(y.derivative, difference, 1e-8 * (1 + std::abs(difference))) << c1.name << " at " << x;
    }
}

TEST(Dual, OfASignIsFlat) {
  for (const double x : {-2.0, 0.0, 2.0}) {
    const D y = sign(D(x, 1.0));
    EXPECT_EQ(y.value, x / 2);
    EXPECT_EQ(y.derivative, 0.0);
  }
}

TEST(Dual, OfARatioWithoutNumeratorIsZeroWhateverTheDenominator) {
  const D y = ratio_or_zero(D(0.0), D(0.0, 1.0));
  EXPECT_EQ(y.value, 0.0);
  EXPECT_EQ(y.derivative, 0.0);
}

TEST(Dual, ConstantsHaveNoDerivative) {
  EXPECT_EQ(D(4.0).derivative, 0.0);
  EXPECT_EQ(D().value, 0.0);
}

// d2/dx dy of sin(x y) = cos(x y) - x y sin(x y)
TEST(Dual, NestsIntoMixedSecondDerivatives) {
  const double x = 0.7, y = 1.3;
  const DD X(D(x, 1.0), D(0.0)), Y(D(y, 0.0), D(1.0));
  const DD s = sin(X * Y);
  EXPECT_NEAR(s.value.value, std::sin(x * y), 1e-15);
  EXPECT_NEAR(s.value.derivative, y * std::cos(x * y), 1e-15);
  EXPECT_NEAR(s.derivative.value, x * std::cos(x * y), 1e-15);
  EXPECT_NEAR(s.derivative.derivative, std::cos(x * y) - x * y * std::sin(x * y), 1e-14);
}

}  // namespace
}  // namespace tauforge::tests
