// Factoring changes how a program is computed, never what.
#include "tauforge/passes/factor_sums.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/expression/count.h"
#include "tests/passes/random_program.h"

namespace tauforge::tests {
namespace {

using expression::Binding;
using expression::Expr;
using expression::Program;

int cost(const Program& program) { return count(program, expression::rule_customised).total(); }

// Constants that differ by rounding alone cancel; what is left of them, sums and products of constants, is dissolved.
TEST(FactorSums, DissolvesConstantsThatCancel) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    Program program;
    const std::vector<Expr> x = program.add_argument("x", 3, Binding::slow, "");
    const double constants[] = {0.3, 0.1 + 0.2, -0.3, 1.5, 3 * 0.5 * (1.0 + 1e-16)};
    const auto any_constant = [&] { return Expr(constants[random.integer(0, 4)]); };
    const auto any = [&] { return x[static_cast<std::size_t>(random.integer(0, 2))]; };
    std::vector<Expr> outputs;
    for (int k = 0; k < 4; ++k) {
      const Expr shared = any() + any_constant(), other = any() - any_constant();
      outputs.push_back((shared - other) * any_constant() + any() * any_constant());
      outputs.push_back(shared * (other - shared) * any_constant() - (any() + any_constant()));
    }
    program.add_output("y", outputs, "");
    const Program factored = passes::factor_sums(program, {.restarts = 2, .perturbations = 100});
    const std::vector<double> at{0.37, -1.2, 2.9};
    const auto expected = expression::evaluate(program, at), found = expression::evaluate(factored, at);
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-13);
  }
}

TEST(FactorSums, KeepsEveryValueAndIsNeverDearer) {
  int gained = 0;
  for (unsigned seed = 1; seed <= 500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Program program = random_program(random);
    const Program factored =
        passes::factor_sums(program, {.restarts = 2, .perturbations = static_cast<int>(seed % 2) * 20});
    EXPECT_LE(cost(factored), cost(program));
    gained += cost(factored) < cost(program);
    for (int k = 0; k < 3; ++k) {
      const std::vector<double> x = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1),
                                     random.uniform(-1, 1)};
      const std::vector<double> expected = evaluate(program, x), found = evaluate(factored, x);
      for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_NEAR(found[i], expected[i], 1e-9 * (1 + std::abs(expected[i])));
    }
    if (HasFailure()) break;
  }
  EXPECT_GT(gained, 200) << "the pass hardly ever found anything";
}

TEST(FactorSums, TakesOutACommonFactorAndSharesACommonPair) {
  Program program;
  const auto x = program.add_argument("x", 5, Binding::slow, "");
  // 3 + 2 operations become 2 + 2; then x1 + x2 is formed once for both
  program.add_output("y", {x[0] * x[1] + x[0] * x[2], (x[1] + x[2]) * x[3] + x[4]}, "");
  EXPECT_EQ(cost(program), 6);
  EXPECT_EQ(cost(passes::factor_sums(program)), 4);
}

// x + c needed only with other constants is not computed: 2 additions instead of 3.
TEST(FactorSums, LetsAConstantSinkIntoThoseOfItsUsers) {
  Program program;
  const auto x = program.add_argument("x", 2, Binding::slow, "");
  const Expr product = x[0] * x[1], sum = product + Expr(0.3);
  program.add_output("y", {sum + Expr(0.5), sum - Expr(0.1)}, "");
  EXPECT_EQ(cost(program), 4);
  EXPECT_EQ(cost(passes::factor_sums(program)), 3);
}

// b + a and b + 2 a: the second is the first and a.
TEST(FactorSums, SharesASumWithADouble) {
  Program program;
  const auto x = program.add_argument("x", 3, Binding::slow, "");
  const Expr a = x[0] * x[1];
  program.add_output("y", {x[2] + a, x[2] + Expr(2.0) * a}, "");
  EXPECT_EQ(cost(program), 4);
  EXPECT_EQ(cost(passes::factor_sums(program)), 3);
}

}  // namespace
}  // namespace tauforge::tests
