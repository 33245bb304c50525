// What is refused without a place in a file: by options, by the machine, by what was computed.
#pragma once

#include <string>

#include "tauforge/diagnostic/diagnostic.h"

namespace tauforge::cli {

// Prints every error as "WHO: message; way out [code]", with further lines of the message after it. The exit code that
// belongs to the first comes back.
int refused(const std::string& who, const diagnostic::Findings& findings);

// What the codes of errors mean for the exit code; a code that is not among them is about the input.
int exit_code_of(const std::string& code);

}  // namespace tauforge::cli
