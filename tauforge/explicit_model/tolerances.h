// Tolerances of lumped constants from those of the link parameters.                                   [AKB86, sec. 5]
//
//   t_K = sqrt(sum_p ((K(p + t_p) - K(p - t_p)) / 2)^2)
#pragma once

#include "tauforge/explicit_model/explicit_model.h"
#include "tauforge/robot/assemble.h"
#include "tauforge/robot/description.h"

namespace tauforge::explicit_model {

// Constants that no toleranced number enters keep none.
void add_tolerances(const robot::Description& description, const robot::AssembleOptions& assemble,
                    const SymbolicOptions& options, ExplicitModel& model);

}  // namespace tauforge::explicit_model
