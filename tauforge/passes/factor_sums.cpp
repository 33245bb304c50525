#include "tauforge/passes/factor_sums.h"

#include <random>
#include <utility>

#include "tauforge/expression/count.h"
#include "tauforge/passes/term_forest.h"

namespace tauforge::passes {

expression::Program factor_sums(const expression::Program& program, const FactorSumsOptions& options) {
  const auto cost = [](const expression::Program& p) { return count(p, expression::rule_customised).total(); };
  const TermForest start(program);
  expression::Program best = program;
  for (int restart = 0; restart < options.restarts; ++restart) {
    std::mt19937 random(static_cast<unsigned>(restart));
    TermForest forest = start;
    // a rewriting that turns out to gain nothing is taken back; a few in a row, and it is over
    for (int fruitless = 0; fruitless < 5;) {
      TermForest tried = forest;
      if (!tried.improve(random)) break;
      fruitless = tried.cost() < forest.cost() ? 0 : fruitless + 1;
      if (fruitless == 0) forest = std::move(tried);
    }
    expression::Program found = forest.program(program);
    if (cost(found) < cost(best)) best = std::move(found);
  }
  return best;
}

}  // namespace tauforge::passes
