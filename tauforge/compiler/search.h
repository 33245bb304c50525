// The cheapest Plan for a robot: plans are proposed, recorded and counted. Deterministic; effort is a number of
// evaluations, not seconds.
#pragma once

#include <functional>
#include <vector>

#include "tauforge/compiler/planned_function.h"
#include "tauforge/compiler/search_tuning.h"
#include "tauforge/dynamics/planned/plan.h"
#include "tauforge/expression/count.h"
#include "tauforge/robot/robot.h"

namespace tauforge::compiler {

// How far a search is. Whoever watches may end it by answering false: it comes back with the best found so far.
struct SearchProgress {
  double share = 0;  // of the effort, at most 1
  int fewest = 0;    // operations of the cheapest program so far
};
using SearchWatch = std::function<bool(const SearchProgress&)>;

struct SearchOptions {
  int evaluations = default_evaluations;  // effort: at most so many programs of an arm are recorded and counted
  bool gravity_is_fixed = false;          // the program need not work for another gravity than the robot's
  bool is_limb = false;  // one of several on a base: the unit of length and the base's moments concern them all
  bool aligned = true;   // may turn axes by constant angles: not where those constants are symbols, which have no angle
  std::vector<dynamics::Plan> starts = {};  // beside the search's own; those the robot cannot follow are ignored
  SearchWatch watch = {};
};

struct SearchResult {
  dynamics::Plan plan;
  expression::Operations operations;  // of the recorded program, customised count
  long long evaluations = 0;          // effort that was spent; of large robots an evaluation counts for several
  int fewest = 0;  // operations of the cheapest recorded program; the plan's own may be more, and fewer when factored
};

SearchResult search_plan(const robot::Tree& tree, const robot::Parameters<double>& par, PlannedFunction function,
                         const SearchOptions& options = {});

}  // namespace tauforge::compiler
