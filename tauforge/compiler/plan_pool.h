// The best plans that a search has found so far.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "tauforge/compiler/search_tuning.h"
#include "tauforge/dynamics/planned/plan.h"

namespace tauforge::compiler {

struct ScoredPlan {
  int cost;
  dynamics::Plan plan;
};

inline bool is_cheaper(const ScoredPlan& a, const ScoredPlan& b) { return a.cost < b.cost; }

// Cheapest first.
class PlanPool {
 public:
  explicit PlanPool(const SearchTuning::Pool& tuning) : tuning_(tuning) {}

  void keep(const ScoredPlan& found) {
    if (best_.size() == tuning_.most && found.cost >= best_.back().cost) return;
    if (tuning_.of_all)
      for (const ScoredPlan& known : best_)
        if (known.plan == found.plan) return;
    best_.insert(std::upper_bound(best_.begin(), best_.end(), found, is_cheaper), found);
    if (best_.size() > tuning_.most) best_.pop_back();
  }
  std::vector<ScoredPlan> first(std::size_t most) const {
    return {best_.begin(), best_.begin() + static_cast<std::ptrdiff_t>(std::min(most, best_.size()))};
  }
  const ScoredPlan& any(std::mt19937& random) const { return best_[random() % best_.size()]; }
  const ScoredPlan& front() const { return best_.front(); }
  bool is_empty() const { return best_.empty(); }

 private:
  SearchTuning::Pool tuning_;
  std::vector<ScoredPlan> best_;
};

}  // namespace tauforge::compiler
