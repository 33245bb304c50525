// In which order the operations of a program are written down. Compilers keep it more or less, and it decides how many
// values wait in registers and how well the operations of a long chain are mixed with independent ones.
#pragma once

#include <vector>

#include "tauforge/expression/program.h"

namespace tauforge::emit {

// Every node that the outputs need, arguments before users. List scheduling for a machine that starts two operations per
// cycle: of those whose arguments are ready, the one with the longest way to an output; but with many values alive, the
// one that ends the most lives. Against the order of recording it saves 3 % on six joints and 10 to 15 % on seven and
// more, measured with gcc on x86-64. Deterministic.
std::vector<expression::NodeIndex> statement_order(const expression::Program& program);

}  // namespace tauforge::emit
