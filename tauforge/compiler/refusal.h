// Why a robot and a request have no code: functions that the robot does not have, options that exclude one another, a mass
// matrix that cannot be inverted, numbers that overflow.
#pragma once

#include <optional>
#include <string>

#include "tauforge/compiler/pipeline.h"
#include "tauforge/diagnostic/diagnostic.h"

namespace tauforge::compiler {

// Why forward dynamics does not exist in any of several random postures; empty: it does. Inertias and a payload that
// come at run time are taken for possible ones.
std::string why_singular(const robot::Robot& robot, const Request& request);

// "a constant overflows", with the length or moment that may be to blame.
std::string overflow_text(const robot::Robot& robot, bool single_precision);

// Nothing: there is nothing to object to. The first is asked before the search, which may take minutes, the second of what
// it found.
std::optional<diagnostic::Diagnostic> refusal(const robot::Robot& robot, const Request& request);
std::optional<diagnostic::Diagnostic> refusal(const robot::Robot& robot, const Request& request,
                                              const CompiledModel& model);

// Whether files, targets and symbols can be named by it.
std::optional<diagnostic::Diagnostic> prefix_refusal(const std::string& prefix);

}  // namespace tauforge::compiler
