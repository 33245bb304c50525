// What generated folders say about themselves: the comment at the top of the C files, and README.md.
#pragma once

#include "tauforge/compiler/compile.h"

namespace tauforge::compiler {

std::vector<std::string> comment_of(const robot::Robot& robot, const Request& request, const CompiledModel& model,
                                    const FileOptions& options);

// One screen: what is here, how to build, test and call it.
std::string readme_of(const robot::Robot& robot, const Request& request, const CompiledModel& model,
                      const FileOptions& options);

}  // namespace tauforge::compiler
