// A recorded program at many states in one go: node by node over blocks of states, as a hundred thousand of them need it.
#pragma once

#include <vector>

#include "tauforge/expression/program.h"

namespace tauforge::tests {

using Columns = std::vector<std::vector<double>>;  // by input or output, then by state

// What expression::evaluate gives for every state by itself.
Columns evaluate_many(const expression::Program& program, const Columns& inputs);

}  // namespace tauforge::tests
