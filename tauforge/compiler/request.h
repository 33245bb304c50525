// What is to be generated.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tauforge/compiler/planned_function.h"
#include "tauforge/compiler/search_tuning.h"
#include "tauforge/functions/function.h"
#include "tauforge/robot/run_time.h"

namespace tauforge::compiler {

using functions::Function;

// One C function: one function of the robot, or several that share their work.
struct Call {
  std::vector<Function> functions;
  std::string name() const;  // inverse_dynamics, or gravity_and_mass_matrix
  functions::Reads reads() const;
};

struct Request {
  std::vector<Call> calls;
  robot::RunTime run_time;                // numbers that stay inputs, known at set-up
  bool wrench = false;                    // an external wrench on the last link as an input of the torque functions
  bool rigid = false;                     // bodies alone: no rotor inertia, no friction
  bool two_rate = false;                  // also background, synchronous (two_rate.h)
  bool observer = false;                  // also NAME_momentum_observer, of momentum and friction (emit/observer.h)
  bool exact = false;                     // plain formulations as they are: equal to the templates in every bit
  bool single_precision = false;          // float
  bool libm = false;                      // sine and cosine by the C library
  bool batch = false;                     // also versions for many states
  bool unrolled = false;                  // every limb written out, also where limbs are alike
  double within = 0;                      // results may be off by this share of their largest value; 0: to rounding
  int evaluations = default_evaluations;  // effort of each search for a Plan
  std::optional<int> factoring;           // effort of factoring; as much as of a search where not given
  Plans starts;                           // for the searches to begin with, beside their own
};

}  // namespace tauforge::compiler
