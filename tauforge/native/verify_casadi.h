// Functions for CasADi, called as CasADi calls them: what comes out, spread by the patterns that they tell, against the templates.
#pragma once

#include <string>

#include "tauforge/compiler/pipeline.h"
#include "tauforge/native/loaded_model.h"

namespace tauforge::native {

struct CasadiCheck {
  int functions = 0;     // values and Jacobians
  double deviation = 0;  // the largest, relative to the largest value of any result
  double used = 0;       // the largest deviation of an entry, as a share of its own tolerance
  bool ok() const { return used <= 1.0; }
};

CasadiCheck verify_casadi(const robot::Robot& robot, const compiler::Request& request,
                          const compiler::CompiledModel& compiled, const LoadedModel& model, int states);

}  // namespace tauforge::native
