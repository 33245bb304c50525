// Why: where a small error is allowed, most of a program hardly matters. This pass drops what the outputs can do without,
// a part at a time, the most operations for the least error first.
//
//   x + y    -> x, y                a term of a sum
//   f        -> 0, its mean, g      a whole part of the program, or another part that is nearly the same
//
// Not exact, by intention: on the given samples every output stays within what is allowed; elsewhere nothing is promised,
// so the samples have to cover the use, and the caller keeps a margin.
#pragma once

#include <functional>

#include "tauforge/expression/program.h"

namespace tauforge::passes {

struct Samples {
  std::vector<std::vector<double>> inputs;    // per sample: the program's arguments one after another
  std::vector<std::vector<double>> expected;  // per sample: the outputs as they should be
  std::vector<double> allowed;                // per output: the error that may remain
};

// The largest error of an output against what is allowed.
double worst_error(const expression::Program& program, const Samples& samples);

// `stop`, asked after every trial, ends it with what was dropped so far.
expression::Program drop_small_terms(const expression::Program& program, const Samples& samples,
                                     const std::function<bool()>& stop = {});

}  // namespace tauforge::passes
