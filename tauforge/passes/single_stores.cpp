#include "tauforge/passes/single_stores.h"

#include <algorithm>

#include "tauforge/passes/zero_rows.h"

namespace tauforge::passes {

std::vector<bool> single_stores(const expression::Program& program, const std::vector<LaneGroup>& lanes) {
  std::vector<bool> singly;
  for (const auto& output : program.outputs)
    singly.push_back(lanes.empty() && !std::all_of(output.nodes.begin(), output.nodes.end(),
                                                   [&](auto node) { return is_zero(program, node); }));
  return singly;
}

}  // namespace tauforge::passes
