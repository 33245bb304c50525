#include "tauforge/passes/angle_sums.h"

#include <algorithm>
#include <functional>
#include <map>

namespace tauforge::passes {

using expression::Graph;
using expression::Node;
using expression::NodeIndex;
using expression::Operation;

namespace {

bool is_sum(const Node& node) { return node.op == Operation::add || node.op == Operation::subtract; }

// All angles that do not depend on another angle's sine, in the order in which they are met.
std::vector<NodeIndex> angles_of(const Graph& graph, const std::vector<NodeIndex>& order, bool parts_too) {
  std::vector<bool> after(static_cast<std::size_t>(graph.size()), false);  // depends on a sine or cosine
  const auto waits = [&](NodeIndex i) { return i >= 0 && after[static_cast<std::size_t>(i)]; };
  std::vector<NodeIndex> angles;
  std::map<NodeIndex, bool> known;
  const std::function<void(NodeIndex)> want = [&](NodeIndex i) {
    if (!known.emplace(i, true).second) return;
    angles.push_back(i);
    const Node& node = graph.node(i);
    if (!parts_too || !is_sum(node)) return;
    want(node.a), want(node.b);
  };
  for (const NodeIndex i : order) {
    const Node& node = graph.node(i);
    const bool is_trigonometric = node.op == Operation::sine || node.op == Operation::cosine;
    after[static_cast<std::size_t>(i)] = is_trigonometric || waits(node.a) || waits(node.b);
    if (is_trigonometric && !waits(node.a)) want(node.a);
  }
  return angles;
}

}  // namespace

SumsByTheorem sums_by_theorem(int angles, int sums, const AngleOptions& options) {
  if (options.states > 1 || options.single_precision) return {sums, sums};
  const auto fewest_vectors = [&](int lanes) {
    const auto vectors = [&](int composed) { return (angles - composed + lanes - 1) / lanes; };
    int best = 0;
    for (int composed = 1; composed <= sums; ++composed)
      if (vectors(composed) < vectors(best)) best = composed;
    return best;
  };
  return {fewest_vectors(2), fewest_vectors(4)};  // doubles
}

AngleSet angle_sums(const expression::Program& program, const std::vector<NodeIndex>& order,
                    const AngleOptions& options) {
  const Graph& graph = *program.graph;
  AngleSet set;
  // in single precision every sum of angles comes from its parts, so these are wanted as well
  set.nodes = angles_of(graph, order, options.single_precision);
  std::map<NodeIndex, int> slot;
  for (const NodeIndex i : set.nodes) slot[i] = 0;
  // sums of other angles last, in the order in which they are made of each other
  const auto first_sum = std::stable_partition(set.nodes.begin(), set.nodes.end(), [&](NodeIndex i) {
    const Node& node = graph.node(i);
    return !(is_sum(node) && slot.count(node.a) && slot.count(node.b));
  });
  std::sort(first_sum, set.nodes.end());
  for (std::size_t k = 0; k < set.nodes.size(); ++k) slot[set.nodes[k]] = static_cast<int>(k);
  for (auto i = first_sum; i != set.nodes.end(); ++i) {
    const Node& node = graph.node(*i);
    set.sums.push_back({slot[*i], slot[node.a], slot[node.b], node.op == Operation::subtract});
  }
  set.by_theorem = sums_by_theorem(static_cast<int>(set.nodes.size()), static_cast<int>(set.sums.size()), options);
  return set;
}

}  // namespace tauforge::passes
