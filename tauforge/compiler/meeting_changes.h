// Moves among the Plans of mass matrix and gravity torques. Beside the choices that inverse dynamics has, where each pair
// of joints meets decides the count; forms and factorings of links do not matter.
#pragma once

#include "tauforge/compiler/plan_moves.h"
#include "tauforge/compiler/search.h"
#include "tauforge/dynamics/planned/plan_space.h"

namespace tauforge::compiler {

class MeetingChanges final : public PlanMoves {
 public:
  MeetingChanges(const robot::Tree& tree, const robot::Parameters<double>& par, PlannedFunction function,
                 const SearchOptions& options);

  // Ways to slide, each as it is and with every body as the place where all that pass it meet.
  std::vector<dynamics::Plan> starts(std::size_t most) const override;
  std::vector<Feature> features(const dynamics::Plan& plan) const override;
  std::vector<Change> changes(const dynamics::Plan& plan) const override;
  void random_change(std::mt19937& random, dynamics::Plan& plan) override;

 private:
  bool has_unit() const;
  bool carries(dynamics::Index body, dynamics::Index upper) const;
  std::vector<dynamics::Plan> slid() const;
  void add_changes_of_link(const dynamics::Plan& plan, dynamics::Index i, std::vector<Change>& changes) const;
  void add_units(const dynamics::Plan& plan, std::vector<Change>& changes) const;
  void add_meetings(dynamics::Index body, dynamics::LinkFrame frame, std::vector<Change>& changes) const;
  void add_gauge_moves(const dynamics::Plan& plan, std::vector<Change>& changes) const;

  // Pairs with only one upper or lower joint, or all that pass the body.
  static constexpr dynamics::Index any = -2;
  void meet_at(dynamics::Index body, dynamics::LinkFrame frame, dynamics::Index only_upper, dynamics::Index only_lower,
               dynamics::Plan& plan) const;

  const robot::Tree& tree_;
  const robot::Parameters<double>& par_;
  PlannedFunction function_;
  const SearchOptions& options_;
  std::vector<dynamics::LinkChoices> choices_;

  // Of the plan that random_change() saw last: it comes again until a change of it is taken.
  dynamics::Plan known_;
  std::vector<Change> known_changes_;
};

}  // namespace tauforge::compiler
