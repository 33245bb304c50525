// Plans as text, so that what a long search found can be kept beside its robot and read by people.
//
//   [inverse_dynamics]                        a Plan for this function begins; there may be several
//   link 1 slide=onto_child joins_run         one line per body, with what is not as in LinkPlan{}
//   unit 3 x                                  or: unit gravity z
//   base form=mixed                           of a floating base
//   move 6 h_z body hz, m parent xx sum yy    gauge moves at joint 6 in the order of application: what, and which entry of
//                                             whom, or sum or difference of two, vanishes
//   meet 6 at 4 before with 3 2 base          where joint 6 meets joints 3 and 2 and gravity; in the body's own frame
//                                             where 'before' is not said
//
// Joints and bodies count from 1. A comment begins with #.
#pragma once

#include <memory>
#include <string>

#include "tauforge/compiler/planned_function.h"
#include "tauforge/diagnostic/result.h"

namespace tauforge::compiler {

std::string to_text(const Plans& plans);

// Every line that cannot be understood is a finding. Whether a robot has such joints and choices is not judged here
// (dynamics/planned/plan_fits.h).
diagnostic::Result<Plans> read_plans(const std::shared_ptr<const diagnostic::Source>& source);

}  // namespace tauforge::compiler
