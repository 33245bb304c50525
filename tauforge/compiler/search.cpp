#include "tauforge/compiler/search.h"

#include "tauforge/compiler/plan_search.h"
#include "tauforge/compiler/search_limbs.h"

namespace tauforge::compiler {

SearchResult search_plan(const robot::Tree& tree, const robot::Parameters<double>& par, PlannedFunction function,
                         const SearchOptions& options) {
  const bool by_limbs = is_of_composites(function) && has_limbs(tree);
  return by_limbs ? search_limbs(tree, par, function, options) : search_whole(tree, par, function, options);
}

}  // namespace tauforge::compiler
