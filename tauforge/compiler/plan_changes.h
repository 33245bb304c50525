// Moves among the Plans of torques by Newton-Euler: which lie next to a Plan, and where a search may begin.
#pragma once

#include <random>
#include <vector>

#include "tauforge/compiler/plan_moves.h"
#include "tauforge/dynamics/planned/plan_space.h"
#include "tauforge/dynamics/state.h"

namespace tauforge::compiler {

// One choice made otherwise.
struct PlanChange {
  enum class Kind {
    form,
    factoring,
    turning,
    frame,
    squares,
    run,
    lever,
    spin,
    disc,
    rotor,
    slide,
    alignment,
    unit,
    base_form,
    gauge,
    less_gauge
  };
  Kind kind;
  dynamics::Index link = 0;  // whose choice; less_gauge: which move
  int value = 0;             // the choice, by number
  dynamics::GaugeMove move{};
};

class PlanChanges final : public PlanMoves {
 public:
  // `aligned`: axes may turn by constant angles (dynamics::Alignment).
  PlanChanges(const dynamics::Tree& tree, const robot::Parameters<double>& par, bool aligned);

  // At most so many: slides in all combinations that differ in their offsets, runs written before or after their joints
  // turn, one form for all links, on regrouped parameters.
  std::vector<dynamics::Plan> starts(std::size_t most) const override;

  std::vector<Feature> features(const dynamics::Plan& plan) const override;
  std::vector<Change> changes(const dynamics::Plan& plan) const override;
  void random_change(std::mt19937& random, dynamics::Plan& plan) override;

 private:
  void make(const PlanChange& change, dynamics::Plan& plan) const;
  std::vector<PlanChange> of_link(dynamics::Index i) const;
  std::vector<PlanChange> units(const dynamics::Plan& plan) const;
  std::vector<dynamics::Plan> slid(std::size_t most) const;

  const dynamics::Tree& tree_;
  const robot::Parameters<double>& par_;
  std::vector<dynamics::LinkChoices> choices_;
};

}  // namespace tauforge::compiler
