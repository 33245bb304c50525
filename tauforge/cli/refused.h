// What is refused without a place in a file: by options, by the machine, by what was computed.
#pragma once

#include <string>

#include "tauforge/diagnostic/diagnostic.h"

namespace tauforge::cli {

// Prints every error as "WHO: message; way out [code]", with further lines of the message after it; one that has
// a place in a file like any finding. The exit code that belongs to the first comes back.
int refused(const std::string& who, const diagnostic::Findings& findings);

// What the code of the first error means for the exit code; one that is not known here is about the input.
int exit_code_of(const diagnostic::Findings& findings);

}  // namespace tauforge::cli
