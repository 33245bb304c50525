// tauforge generate, for commands that go on to it.
#pragma once

#include "tauforge/cli/generate_options.h"

namespace tauforge::cli {

// Everything from reading the robot to the report; the exit code comes back.
int generate(const GenerateOptions& options);

}  // namespace tauforge::cli
