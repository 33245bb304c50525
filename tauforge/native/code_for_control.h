// Code for a control loop that waits for it: what control::GeneratedModel calls, searched a little, compiled, verified.
#pragma once

#include <array>

#include "tauforge/native/verified_code.h"

namespace tauforge::native {

inline constexpr std::array functions_for_control = {compiler::Function::inverse_dynamics, compiler::Function::gravity,
                                                     compiler::Function::mass_matrix, compiler::Function::bias};
CodeOptions options_for_control();

diagnostic::Result<VerifiedCode> code_for_control(const robot::Robot& robot, const CodeWatch& watch = {});

}  // namespace tauforge::native
