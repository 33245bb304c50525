// Why a robot and a request have no code: a mass matrix that cannot be inverted, numbers that overflow.
#pragma once

#include <string>

#include "tauforge/compiler/pipeline.h"

namespace tauforge::compiler {

// Why forward dynamics does not exist in any of several random postures; empty: it does. Inertias and a payload that
// come at run time are taken for possible ones.
std::string why_singular(const robot::Robot& robot, const Request& request);

// "a constant overflows", with the length or moment that may be to blame.
std::string overflow_text(const robot::Robot& robot, bool single_precision);

// The whole sentence, with its code and with names as the file has them; empty: there is nothing to object to. The first is asked before the search, which
// may take minutes, the second of what it found.
std::string refusal(const robot::Robot& robot, const Request& request);
std::string refusal(const robot::Robot& robot, const Request& request, const CompiledModel& model);

}  // namespace tauforge::compiler
