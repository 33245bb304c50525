// One search engine for all functions, in the order of its phases:
//
//   starts      plans from outside and proposed ones are evaluated
//   descents    from the best and the most different of them, by single changes, until none helps
//   annealing   from the best plans found; what costs a little more is taken now and then, for it may open a way down
//   finalists   the best plans are factored, which finds more in some than in others
//   polish      the best of them is improved once more, on the count of factored programs
//
// What a change is, the moves say (PlanMoves); how long and how bold each phase is, the tuning (search_tuning.h).
#pragma once

#include "tauforge/compiler/search.h"

namespace tauforge::compiler {

// A robot as a whole. Where it has several limbs on a floating base, search_limbs.h may do better.
SearchResult search_whole(const robot::Tree& tree, const robot::Parameters<double>& par, PlannedFunction function,
                          const SearchOptions& options);

}  // namespace tauforge::compiler
