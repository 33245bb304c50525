#include "tauforge/compiler/factor_program.h"

#include <algorithm>

#include "tauforge/passes/factor_sums.h"

namespace tauforge::compiler {

namespace {

constexpr int most_nodes = 2500;

int size_of(const expression::Program& program) { return static_cast<int>(reachable(program).size()); }

}  // namespace

bool is_worth_factoring(const expression::Program& program) { return size_of(program) <= most_nodes; }

expression::Program factor_program(const expression::Program& program, int evaluations) {
  if (!is_worth_factoring(program)) return program;
  // as much again as the search; a step of a large program takes longer
  const int perturbations = std::min(evaluations / 40, 150000 / std::max(size_of(program), 1));
  return passes::factor_sums(program, {.perturbations = perturbations});
}

}  // namespace tauforge::compiler
