// Generated JavaScript against the templates, in Node.
#pragma once

#include <string>
#include <vector>

#include "tauforge/compiler/pipeline.h"
#include "tauforge/diagnostic/result.h"
#include "tauforge/native/verify.h"

namespace tauforge::native {

constexpr const char* node_program = "node";

// Every function of the module (emit/javascript_source.h) on `states` random states each, as `verify` does with C. Errors:
// temporary-folder; node-missing where there is none; verification-impossible where it stopped, with what it said.
diagnostic::Result<std::vector<FunctionCheck>> verify_javascript(const robot::Robot& robot,
                                                                 const compiler::Request& request,
                                                                 const compiler::CompiledModel& compiled,
                                                                 const std::string& module, int states);

}  // namespace tauforge::native
