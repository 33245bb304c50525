// The cheapest Plan for mass matrix and gravity torques of several limbs on a floating base. Limbs share nothing but the
// base: each is searched alone on it, which takes far fewer evaluations than all at once, and the plans are put together.
// A limb that is like an earlier one, mirrored perhaps, takes over its plan.
#pragma once

#include "tauforge/compiler/search.h"

namespace tauforge::compiler {

// Several limbs hang on a floating base.
bool has_limbs(const robot::Tree& tree);

SearchResult search_limbs(const robot::Tree& tree, const robot::Parameters<double>& par, PlannedFunction function,
                          const SearchOptions& options);

}  // namespace tauforge::compiler
