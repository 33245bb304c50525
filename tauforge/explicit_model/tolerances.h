// Tolerances of lumped constants from those of the link parameters.                                   [AKB86, sec. 5]
//
//   t_K = sqrt(sum_p ((K(p + t_p) - K(p - t_p)) / 2)^2)
#pragma once

#include <string>
#include <vector>

#include "tauforge/explicit_model/explicit_model.h"
#include "tauforge/robot/assemble.h"
#include "tauforge/robot/description.h"

namespace tauforge::explicit_model {

// A link that was measured with others attached, whose share was then subtracted: mass and centre tolerances of the link
// are those of the whole, and what is wrong with one of the others is wrong with the opposite sign in this link.
struct MeasuredTogether {
  std::string link;
  std::vector<std::string> with;  // links beyond it, in the pose of zero joint positions
};

// From "link3=link4,link5,link6" each.
std::vector<MeasuredTogether> measured_together(const std::vector<std::string>& groups);

// Constants that no toleranced number enters keep none.
void add_tolerances(const robot::Description& description, const robot::AssembleOptions& assemble,
                    const SymbolicOptions& options, ExplicitModel& model,
                    const std::vector<MeasuredTogether>& together = {});

}  // namespace tauforge::explicit_model
