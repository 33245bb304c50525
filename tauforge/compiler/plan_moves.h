// What a search may do with the Plans of one family of functions: where it begins, and which plans lie next to a plan.
#pragma once

#include <functional>
#include <random>
#include <vector>

#include "tauforge/dynamics/planned/plan.h"

namespace tauforge::compiler {

class PlanMoves {
 public:
  using Change = std::function<void(dynamics::Plan&)>;  // one choice made otherwise; it may leave the plan as it is
  using Feature = std::vector<int>;

  virtual ~PlanMoves() = default;

  // Plans to begin with, at most so many.
  virtual std::vector<dynamics::Plan> starts(std::size_t most) const = 0;

  // By which starts differ in kind: one with a feature that no cheaper one has is worth a descent. As many for every plan.
  virtual std::vector<Feature> features(const dynamics::Plan& plan) const = 0;

  // Every single change that the plan allows.
  virtual std::vector<Change> changes(const dynamics::Plan& plan) const = 0;

  virtual void random_change(std::mt19937& random, dynamics::Plan& plan) = 0;
};

}  // namespace tauforge::compiler
