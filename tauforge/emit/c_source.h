// A recorded program as a C99 function: one statement per operation, named after the paper's symbol
// where it has one.
#pragma once

#include <string>

#include "tauforge/expression/program.h"

namespace tauforge::emit {

// `comment` goes into the header comment, made harmless.
std::string c_source(const expression::Program& program, const std::string& comment);

}  // namespace tauforge::emit
