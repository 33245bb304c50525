// What plans cost, and what finding that out has cost so far. Whoever watches is shown every count.
#pragma once

#include "tauforge/compiler/search.h"
#include "tauforge/compiler/search_tuning.h"
#include "tauforge/passes/factor_sums.h"

namespace tauforge::compiler {

class SearchAccount {
 public:
  SearchAccount(const robot::Tree& tree, const robot::Parameters<double>& par, PlannedFunction function,
                const SearchOptions& options, const SearchTuning& tuning)
      : tree_(tree),
        par_(par),
        function_(function),
        options_(options),
        factoring_(tuning.factoring),
        weight_(tuning.weight(tree)) {}

  // Operations of the recorded program.
  int cost(const dynamics::Plan& plan);
  // And of the factored one. What the pipeline would not factor may be counted as it is.
  int factored_cost(const dynamics::Plan& plan, const passes::FactorSumsOptions& how);

  expression::Program program_of(const dynamics::Plan& plan) const;

  bool is_stopped() const { return stopped_; }  // by whoever watches
  bool is_spent(double share = 1.0) const { return stopped_ || static_cast<double>(effort_) >= effort_of(share); }
  double effort_of(double share) const { return share * options_.evaluations; }
  long long effort() const { return effort_; }
  long long weight() const { return weight_; }

 private:
  int shown(int operations);

  const robot::Tree& tree_;
  const robot::Parameters<double>& par_;
  PlannedFunction function_;
  const SearchOptions& options_;
  SearchTuning::Factoring factoring_;
  long long weight_;
  long long effort_ = 0;
  int fewest_ = 0;  // 0: nothing was counted yet
  bool stopped_ = false;
};

}  // namespace tauforge::compiler
