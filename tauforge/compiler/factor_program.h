// passes/factor_sums with an effort that fits the size of the program.
#pragma once

#include "tauforge/expression/program.h"

namespace tauforge::compiler {

// Beyond a size factoring costs more time than it saves operations.
bool is_worth_factoring(const expression::Program& program);

// The program factored where that is worth its time, otherwise as it is. The effort is that of the search for its Plan.
expression::Program factor_program(const expression::Program& program, int evaluations);

}  // namespace tauforge::compiler
