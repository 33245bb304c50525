#include "tauforge/passes/factor_sums.h"

#include <random>
#include <utility>

#include "tauforge/expression/count.h"
#include "tauforge/passes/term_forest.h"

namespace tauforge::passes {

namespace {

// Rewrites while something is gained; a rewriting that turns out to gain nothing is taken back, and after a few in a row
// it is over.
void improve(TermForest& forest, std::mt19937& random) {
  for (int fruitless = 0; fruitless < 5;) {
    TermForest tried = forest;
    if (!tried.improve(random)) break;
    fruitless = tried.cost() < forest.cost() ? 0 : fruitless + 1;
    if (fruitless == 0) forest = std::move(tried);
  }
}

}  // namespace

expression::Program factor_sums(const expression::Program& program, const FactorSumsOptions& options) {
  const auto cost = [](const expression::Program& p) { return count(p, expression::rule_customised).total(); };
  const TermForest start(program);
  TermForest cheapest = start;
  expression::Program best = program;
  for (int restart = 0; restart < options.restarts; ++restart) {
    std::mt19937 random(static_cast<unsigned>(restart));
    TermForest forest = start;
    improve(forest, random);
    if (forest.cost() < cheapest.cost()) cheapest = forest;
    expression::Program found = forest.program(program);
    if (cost(found) < cost(best)) best = std::move(found);
  }
  std::mt19937 random(static_cast<unsigned>(options.restarts));
  for (int k = 0; k < options.perturbations; ++k) {
    TermForest forest = cheapest;
    forest.perturb(random);
    improve(forest, random);
    if (forest.cost() > cheapest.cost()) continue;
    cheapest = std::move(forest);
    expression::Program found = cheapest.program(program);
    if (cost(found) < cost(best)) best = std::move(found);
  }
  return best;
}

}  // namespace tauforge::passes
