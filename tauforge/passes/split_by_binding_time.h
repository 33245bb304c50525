// Why: what depends on early inputs alone (a payload, the gravity vector; or q and qd for the background task) need not
// be computed again with every call. The pass cuts a program in two: `early` computes those values once, `late` reads
// them from one array. Exact: every operation stays the operation it was.
#pragma once

#include <string>

#include "tauforge/expression/program.h"

namespace tauforge::passes {

struct SplitProgram {
  expression::Program early;  // reads arguments bound up to the cut; one output: the values that `late` needs
  expression::Program late;   // reads that array first, then the arguments bound after the cut
};

// Cuts after `last_early`. `between` names the array that passes from one to the other. Each half holds only nodes that
// its own arguments reach, so neither can read what it may not.
SplitProgram split_by_binding_time(const expression::Program& program, expression::Binding last_early,
                                   const std::string& between, const std::string& meaning);

}  // namespace tauforge::passes
