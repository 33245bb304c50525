// Code for a control loop that waits for it: what control::GeneratedModel calls, searched a little, compiled, verified.
#pragma once

#include <array>

#include "tauforge/native/verified_code.h"

namespace tauforge::native {

// control::control_functions, as a request.
compiler::Request request_for_control();
CodeOptions options_for_control();

diagnostic::Result<VerifiedCode> code_for_control(const robot::Robot& robot, const CodeWatch& watch = {});

}  // namespace tauforge::native
