// Code for a control loop that waits for it: what control::GeneratedModel calls, searched a little, compiled, verified.
#pragma once

#include "tauforge/native/verified_code.h"

namespace tauforge::native {

diagnostic::Result<VerifiedCode> code_for_control(const robot::Robot& robot, const CodeWatch& watch = {});

}  // namespace tauforge::native
