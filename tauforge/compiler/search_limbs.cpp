#include "tauforge/compiler/search_limbs.h"

#include <utility>

#include "tauforge/compiler/plan_search.h"
#include "tauforge/compiler/plan_starts.h"
#include "tauforge/compiler/record_bodies.h"
#include "tauforge/dynamics/planned/plan_space.h"

namespace tauforge::compiler {

namespace {

using dynamics::Plan;
using robot::Index;
using robot::Tree;

// One limb on the base, as a robot of its own.
struct Limb {
  Tree tree;
  robot::Parameters<double> par;
  std::vector<Index> bodies;  // their places in the whole robot, in its order

  Index in_whole(Index i) const { return i == Tree::base ? i : bodies[i]; }
};

Limb limb_at(const Tree& tree, const robot::Parameters<double>& par, Index root) {
  Limb limb;
  limb.tree.floating = tree.floating, limb.tree.direct = tree.direct;
  limb.par.gravity = par.gravity, limb.par.base = par.base;
  std::vector<Index> place(tree.size(), Tree::base);  // in the limb
  for (Index i : tree.base_to_tip()) {
    const bool belongs = i == root || (tree.has_parent(i) && place[tree.parent(i)] != Tree::base);
    if (!belongs) continue;
    place[i] = limb.tree.add(tree.type(i), i == root ? Tree::base : place[tree.parent(i)]);
    limb.bodies.push_back(i);
    limb.par.placement.push_back(par.placement[i]);
    limb.par.offset.push_back(par.offset[i]);
    limb.par.body.push_back(par.body[i]);
    if (!tree.direct || i >= std::ssize(par.drive)) continue;
    limb.par.drive.push_back(par.drive[i]);
    limb.tree.friction.push_back(tree.friction[i]);
  }
  return limb;
}

std::vector<Limb> limbs_of(const Tree& tree, const robot::Parameters<double>& par) {
  std::vector<Limb> limbs;
  for (Index i : tree.base_to_tip())
    if (!tree.has_parent(i)) limbs.push_back(limb_at(tree, par, i));
  return limbs;
}

void put(const Limb& limb, const Plan& part, Plan& whole) {
  for (std::size_t i = 0; i < part.link.size(); ++i) whole.link[limb.bodies[i]] = part.link[i];
  for (auto move : part.gauge) {
    move.joint = limb.in_whole(move.joint);
    whole.gauge.push_back(move);
  }
  for (const auto& m : part.meetings)
    whole.meetings.push_back({limb.in_whole(m.upper), limb.in_whole(m.lower), limb.in_whole(m.body), m.frame});
}

class LimbSearch {
 public:
  LimbSearch(PlannedFunction function, const SearchOptions& options) : function_(function), options_(options) {
    options_.is_limb = true, options_.starts = {};
  }

  const SearchResult& plan_for(const Limb& limb) {
    for (const auto& [earlier, result] : known_)
      if (is_alike(limb, earlier, result.plan)) return result;
    known_.emplace_back(limb, search_whole(limb.tree, limb.par, function_, options_));
    evaluations += known_.back().second.evaluations;
    return known_.back().second;
  }

  long long evaluations = 0;

 private:
  // The plan is possible on both, and costs as much.
  bool is_alike(const Limb& limb, const Limb& earlier, const Plan& plan) const {
    if (!(limb.tree == earlier.tree)) return false;
    if (dynamics::link_choices(limb.tree, limb.par) != dynamics::link_choices(earlier.tree, earlier.par)) return false;
    Plan possible = plan;
    dynamics::take_back_undefined(limb.tree, limb.par, possible);
    return possible == plan && cost(limb, plan) == cost(earlier, plan);
  }
  expression::Operations cost(const Limb& limb, const Plan& plan) const {
    return count(record_planned(literal_robot(limb.tree, limb.par, "limb"), function_, plan),
                 expression::rule_customised);
  }

  PlannedFunction function_;
  SearchOptions options_;
  std::vector<std::pair<Limb, SearchResult>> known_;
};

}  // namespace

bool has_limbs(const Tree& tree) {
  int roots = 0;
  for (Index i : tree.base_to_tip()) roots += !tree.has_parent(i);
  return tree.floating && roots > 1;
}

SearchResult search_limbs(const Tree& tree, const robot::Parameters<double>& par, PlannedFunction function,
                          const SearchOptions& options) {
  LimbSearch search(function, options);
  SearchResult result;
  result.plan.link.resize(tree.size());
  for (const Limb& limb : limbs_of(tree, par)) {
    const Plan& part = search.plan_for(limb).plan;
    put(limb, part, result.plan);
  }
  const auto cost = [&](const Plan& plan) {
    return count(record_planned(literal_robot(tree, par, "planned"), function, plan), expression::rule_customised);
  };
  result.operations = cost(result.plan);
  for (const Plan& start : usable_starts(tree, par, function, options))  // they are of the whole robot
    if (const auto operations = cost(start); operations.total() < result.operations.total())
      result.plan = start, result.operations = operations;
  result.evaluations = search.evaluations;
  result.fewest = result.operations.total();
  return result;
}

}  // namespace tauforge::compiler
