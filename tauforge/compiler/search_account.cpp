#include "tauforge/compiler/search_account.h"

#include <algorithm>

#include "tauforge/compiler/factor_program.h"
#include "tauforge/compiler/record_bodies.h"

namespace tauforge::compiler {

using expression::rule_customised;

expression::Program SearchAccount::program_of(const dynamics::Plan& plan) const {
  return record_planned(literal_robot(tree_, par_, "planned"), function_, plan);
}

int SearchAccount::cost(const dynamics::Plan& plan) {
  effort_ += weight_;
  return shown(count(program_of(plan), rule_customised).total());
}

int SearchAccount::factored_cost(const dynamics::Plan& plan, const passes::FactorSumsOptions& how) {
  const expression::Program recorded = program_of(plan);
  if (!factoring_.of_large && !is_worth_factoring(recorded)) {
    effort_ += weight_;
    return shown(count(recorded, rule_customised).total());
  }
  effort_ += factoring_.effort * weight_ * weight_ * (1 + how.perturbations);
  return shown(count(passes::factor_sums(recorded, how), rule_customised).total());
}

int SearchAccount::shown(int operations) {
  if (fewest_ == 0 || operations < fewest_) fewest_ = operations;
  if (options_.watch && !stopped_)
    stopped_ = !options_.watch({std::min(1.0, static_cast<double>(effort_) / options_.evaluations), fewest_});
  return operations;
}

}  // namespace tauforge::compiler
