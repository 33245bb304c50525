// Constants that were folded into infinity or NaN, or do not fit into the type of the generated code.
#pragma once

#include <string>

#include "tauforge/emit/c_unit.h"

namespace tauforge::emit {

bool overflows(const expression::Program& program, const CStyle& style);

// The first function with a constant that cannot be written, in any of its stages; empty: there is none.
std::string function_that_overflows(const Unit& unit);

}  // namespace tauforge::emit
