#include "tauforge/passes/live_values.h"

#include <algorithm>

namespace tauforge::passes {

int live_values(const expression::Program& program, const std::vector<expression::NodeIndex>& order) {
  const expression::Graph& graph = *program.graph;
  std::vector<int> readers(static_cast<std::size_t>(graph.size()), 0);
  const auto arguments = [&](expression::NodeIndex i, auto visit) {
    const expression::Node& node = graph.node(i);
    if (node.a >= 0) visit(node.a);
    if (node.b >= 0 && node.b != node.a) visit(node.b);
  };
  for (const auto i : order) arguments(i, [&](auto argument) { ++readers[static_cast<std::size_t>(argument)]; });
  int alive = 0, most = 0;
  for (const auto i : order) {
    if (arity(graph.node(i).op) == 0) continue;
    most = std::max(most, ++alive);
    arguments(i, [&](auto argument) {
      if (--readers[static_cast<std::size_t>(argument)] == 0 && arity(graph.node(argument).op) > 0) --alive;
    });
    if (readers[static_cast<std::size_t>(i)] == 0) --alive;  // a result
  }
  return most;
}

}  // namespace tauforge::passes
