// The cheapest Plan for mass matrix and gravity torques. Beside the choices that inverse dynamics has, where each pair of
// joints meets decides the count; forms and factorings of links do not matter.
#pragma once

#include "tauforge/compiler/search.h"

namespace tauforge::compiler {

SearchResult search_coefficients(const robot::Tree& tree, const robot::Parameters<double>& par,
                                 PlannedFunction function, const SearchOptions& options);

}  // namespace tauforge::compiler
