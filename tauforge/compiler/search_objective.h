// What a descent or a run of annealing makes smaller: the count of recorded programs, or that of factored ones.
#pragma once

#include "tauforge/compiler/search_account.h"

namespace tauforge::compiler {

class Objective {
 public:
  virtual ~Objective() = default;
  virtual void begin(const dynamics::Plan&) {}                 // the plan whose neighbours come next
  virtual bool admits(const dynamics::Plan&) { return true; }  // whether it is worth the effort of its cost
  virtual int cost(const dynamics::Plan& plan) = 0;
  virtual bool is_exhausted() const { return false; }
};

class RecordedCount final : public Objective {
 public:
  explicit RecordedCount(SearchAccount& account) : account_(account) {}
  int cost(const dynamics::Plan& plan) override { return account_.cost(plan); }

 private:
  SearchAccount& account_;
};

// Factoring takes long, so what costs too much before it is not tried.
class FactoredCount final : public Objective {
 public:
  FactoredCount(SearchAccount& account, const SearchTuning::Polish& tuning, int most)
      : account_(account), tuning_(tuning), left_(most) {}
  void begin(const dynamics::Plan& plan) override { recorded_ = account_.cost(plan); }
  bool admits(const dynamics::Plan& plan) override { return account_.cost(plan) <= recorded_ + tuning_.most_more; }
  int cost(const dynamics::Plan& plan) override {
    --left_;
    return account_.factored_cost(plan, {.restarts = tuning_.restarts});
  }
  bool is_exhausted() const override { return left_ <= 0; }

 private:
  SearchAccount& account_;
  const SearchTuning::Polish& tuning_;
  int left_;
  int recorded_ = 0;
};

}  // namespace tauforge::compiler
