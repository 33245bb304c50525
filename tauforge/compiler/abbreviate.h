// A program that is allowed a small error, for fewer operations: every output stays within a fraction of its largest
// value over the states in use. Parts are dropped by what they do to the outputs, not by rules of mechanics.
#pragma once

#include <functional>
#include <vector>

#include "tauforge/expression/program.h"

namespace tauforge::compiler {

struct AbbreviateOptions {
  double tolerance = 0.01;  // of an output's largest magnitude
  // the states in use: every element of these arguments lies within +- the range
  double q = 3.14159265358979, qd = 2.0, qdd = 5.0;
  std::vector<bool> slides = {};  // of the elements of q: these lie within +- 1 m; none where absent
  int training = 600;             // random states that parts are dropped on, at first
  int checking = 20000;           // random states that the result is checked on; where it fails is trained on next time
  int climbing = 40;              // steps from the worst of them towards worse ones
  double margin = 0.96;           // of the tolerance that may be used up, so that it holds on states never seen
  unsigned seed = 1;
  std::function<bool()> stop = {};  // true ends it with what was dropped so far, or with the program itself
};

struct Abbreviation {
  expression::Program program;
  double worst_error = 0;  // on the checked states, as a fraction of the largest magnitude of the output
};

// The arguments of the program are q, qd, qdd. Not exact; deterministic. When nothing can be dropped, the program itself.
Abbreviation abbreviate(const expression::Program& exact, const AbbreviateOptions& options = {});

}  // namespace tauforge::compiler
