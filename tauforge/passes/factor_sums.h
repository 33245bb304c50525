// Why: after the modelling choices of a Plan a few products still share a factor across a sum, a few sums and products
// share a pair of terms, and constants multiply constants. This pass finds them, greedily, a gain at a time.
//
//   a b + a c        -> a (b + c)            one multiplication less
//   x + y + u, x + y + v                     the common x + y once
//   2 (3 x)          -> 6 x
//   b + a, b + 2 a   -> s = b + a, s + a
//   (x + 1) + 2, (x + 1) - 3   -> x + 3, x - 2           where x + 1 itself is not needed
//
// Not exact: sums and products are reassociated. What it computes agrees to rounding.
#pragma once

#include "tauforge/expression/program.h"

namespace tauforge::passes {

struct FactorSumsOptions {
  int restarts = 6;       // different orders among equal gains; the cheapest result counts. Deterministic.
  int perturbations = 0;  // so many times a step is taken back at random and the way continued from there
};

// A program with the same arguments and outputs, never dearer by the customised count.
expression::Program factor_sums(const expression::Program& program, const FactorSumsOptions& options = {});

}  // namespace tauforge::passes
