// Programs for tests of passes.
#pragma once

#include <vector>

#include "tauforge/expression/program.h"
#include "tests/support/random_robot.h"

namespace tauforge::tests {

// Sums, differences and products of what there is so far, with constants among them; few names, so that much is common.
inline expression::Program random_program(Random& random) {
  using expression::Expr;
  expression::Program program;
  std::vector<Expr> values = program.add_argument("x", 4, expression::Binding::slow, "");
  values.push_back(Expr(2.0));
  values.push_back(Expr(-0.7));
  const int steps = random.integer(5, 60);
  for (int k = 0; k < steps; ++k) {
    const auto pick = [&] {
      return values[static_cast<std::size_t>(random.integer(0, static_cast<int>(values.size()) - 1))];
    };
    const Expr a = pick(), b = pick();
    switch (random.integer(0, 4)) {
      case 0: values.push_back(a + b); break;
      case 1: values.push_back(a - b); break;
      case 2: values.push_back(-a); break;
      case 3: values.push_back(sin(a)); break;
      default: values.push_back(a * b); break;
    }
  }
  std::vector<Expr> outputs(values.end() - 3, values.end());
  for (int k = 0; k < 4; ++k) {  // sums of products of few things have much in common
    Expr sum(0.0);
    for (int l = 0; l < 4; ++l) {
      const auto any = [&] { return values[static_cast<std::size_t>(random.integer(0, 5))]; };
      sum = random.chance(0.5) ? sum + any() * any() : sum - any() * any();
    }
    outputs.push_back(sum);
  }
  program.add_output("y", outputs, "");
  return program;
}

}  // namespace tauforge::tests
