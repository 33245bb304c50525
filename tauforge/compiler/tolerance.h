// How far generated code may be from the templates: what rounding explains, and no more.
#pragma once

#include <vector>

#include "tauforge/compiler/request.h"
#include "tauforge/robot/robot.h"

namespace tauforge::compiler {

struct CompiledModel;

// Times the rounding bounds of the generated program and of the template, both to first order. It covers what the bounds
// do not see: constants that a search made of the robot's numbers in some order, compilers that reassociate
// (-ffast-math), states beside the ones looked at, terms of second order. Measured on 1000 states of
// the robots in robots/: double is off by at most 0.4 of the two bounds together; float, on a few of them, by 0.9 (in
// regressors, whose elements are a few operations long; functions with longer sums stay below 0.4).
constexpr double tolerance_margin = 4.0;

// Of one function. It is a property of the programs: no compiler has a part in it.
struct Tolerance {
  std::vector<double> results;  // of every result, absolute
  double scale = 1;             // the largest value of any result
  double share() const;         // the largest of them, relative to it
};

// Of function `index`: the largest bound on a few dozen of the states that `reference_case` draws, times the margin, and at
// least a few roundings of the output's largest value. Of limbs that are written once the bound is that of the flat
// program.
Tolerance tolerance_of(const robot::Robot& robot, const Request& request, const CompiledModel& model,
                       std::size_t index);

}  // namespace tauforge::compiler
