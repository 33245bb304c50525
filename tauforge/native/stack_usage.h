// How much stack the generated functions need, as the compiler reports it.
#pragma once

#include <string>
#include <vector>

#include "tauforge/compiler/compile.h"
#include "tauforge/native/loaded_model.h"

namespace tauforge::native {

// Lines for the header comment; empty where the compiler does not say (-fstack-usage).
std::vector<std::string> stack_usage(const std::vector<compiler::GeneratedFile>& files, const std::string& prefix,
                                     const BuildOptions& options);

}  // namespace tauforge::native
