#include "tauforge/passes/zero_rows.h"

namespace tauforge::passes {

using expression::NodeIndex;
using expression::Program;

bool is_zero(const Program& program, NodeIndex node) {
  const expression::Node& n = program.graph->node(node);
  return n.op == expression::Operation::constant && n.value == 0.0;
}

ZeroRows zero_rows(const Program& program, const std::vector<LaneGroup>& lanes, bool in_lanes) {
  const std::size_t long_row = in_lanes ? 1 : 16;  // from which on compilers call memset
  ZeroRows rows;
  for (const auto& [node, places] : single_results(program, lanes)) {
    if (!is_zero(program, node)) continue;
    if (places.size() >= long_row) rows.hidden = node;
    if (!in_lanes) rows.first.insert(rows.first.end(), places.begin(), places.end());
  }
  return rows;
}

}  // namespace tauforge::passes
