// Requests in words: functions and run-time inputs by their names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tauforge/compiler/request.h"
#include "tauforge/diagnostic/diagnostic.h"

namespace tauforge::compiler {

// "inverse_dynamics", or "gravity+mass_matrix" for several in one call. What is wrong with them comes back:
// function-unknown, function-twice.
std::optional<diagnostic::Diagnostic> add_calls(const std::vector<std::string>& names, Request& request);

// Of payload, gravity, inertias, friction; else run-time-unknown.
std::optional<diagnostic::Diagnostic> add_run_time(const std::vector<std::string>& names, Request& request);

}  // namespace tauforge::compiler
