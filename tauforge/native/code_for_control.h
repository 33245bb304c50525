// Code for a control loop that waits for it: what control::GeneratedModel calls, searched a little, compiled, verified.
#pragma once

#include <array>

#include "tauforge/native/verified_code.h"

namespace tauforge::native {

// control::control_functions, as a request; `payload`: that may be told at run time.
compiler::Request request_for_control(bool payload = false);
CodeOptions options_for_control();

diagnostic::Result<VerifiedCode> code_for_control(const robot::Robot& robot, bool payload = false,
                                                  const CodeWatch& watch = {});

}  // namespace tauforge::native
