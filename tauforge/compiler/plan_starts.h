// Plans from outside, as starts of a search: from a file, or of a robot much like this one.
#pragma once

#include <vector>

#include "tauforge/compiler/search.h"

namespace tauforge::compiler {

// Those of options.starts that the robot has the choices for and that compute what the plain formulation computes. Proposed
// Plans need no such proof: they are made of choices that were found possible.
std::vector<dynamics::Plan> usable_starts(const robot::Tree& tree, const robot::Parameters<double>& par,
                                          PlannedFunction function, const SearchOptions& options);

}  // namespace tauforge::compiler
