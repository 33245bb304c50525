#include "tauforge/passes/split_by_binding_time.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "tauforge/expression/copy.h"

namespace tauforge::passes {

using expression::Argument;
using expression::Binding;
using expression::Graph;
using expression::Node;
using expression::NodeIndex;
using expression::Operation;
using expression::Program;

namespace {

// Early values that late operations or the outputs read, in the order of the graph. Literals are written in place.
std::vector<NodeIndex> frontier_of(const Program& program, Binding last_early) {
  const Graph& graph = *program.graph;
  std::vector<bool> read(static_cast<std::size_t>(graph.size()), false);
  const auto is_early = [&](NodeIndex i) {
    return graph.binding(i) <= last_early && graph.node(i).op != Operation::constant;
  };
  const auto mark = [&](NodeIndex i) {
    if (i < 0) return;
    const NodeIndex unsigned_node = graph.node(i).op == Operation::negate ? graph.node(i).a : i;  // signs are free
    if (is_early(unsigned_node)) read[static_cast<std::size_t>(unsigned_node)] = true;
  };
  for (const NodeIndex i : reachable(program))
    if (graph.binding(i) > last_early) mark(graph.node(i).a), mark(graph.node(i).b);
  for (const auto& output : program.outputs)
    for (const NodeIndex node : output.nodes) mark(node);
  std::vector<NodeIndex> frontier;
  for (NodeIndex i = 0; i < graph.size(); ++i)
    if (read[static_cast<std::size_t>(i)]) frontier.push_back(i);
  return frontier;
}

// Where a value has no name but its negative has one, the negative is what passes: readers know it.
std::map<NodeIndex, NodeIndex> named_negatives(const Graph& graph) {
  std::map<NodeIndex, NodeIndex> negatives;
  for (NodeIndex i = 0; i < graph.size(); ++i)
    if (graph.node(i).op == Operation::negate && graph.is_named(i) && !graph.is_named(graph.node(i).a))
      negatives[graph.node(i).a] = i;
  return negatives;
}

}  // namespace

SplitProgram split_by_binding_time(const Program& program, Binding last_early, const std::string& between,
                                   const std::string& meaning) {
  const Graph& from = *program.graph;
  const std::vector<NodeIndex> frontier = frontier_of(program, last_early);
  SplitProgram split;
  split.early.name = split.late.name = program.name;

  expression::GraphCopy to_early(from, *split.early.graph), to_late(from, *split.late.graph);
  Argument passed{between, meaning, {}, {}};
  std::set<std::string> taken;
  const std::map<NodeIndex, NodeIndex> negatives = named_negatives(from);
  const auto passing = [&](NodeIndex i) {
    const auto negative = negatives.find(i);
    return negative == negatives.end() ? i : negative->second;
  };
  for (const NodeIndex i : frontier) {
    std::string name = from.name_of(passing(i));
    for (std::size_t k = passed.nodes.size() + 1; name.empty() || !taken.insert(name).second; ++k)
      name = fmt::format("c{}", k);
    passed.nodes.push_back(to_late.replace_by_input(passing(i), name, last_early));
    if (passing(i) != i) to_late.replace(i, split.late.graph->apply(Operation::negate, passed.nodes.back()));
    passed.elements.push_back(name);
  }
  if (!frontier.empty()) split.late.arguments.push_back(passed);
  for (const Argument& argument : program.arguments) {
    const bool early = !argument.nodes.empty() && from.binding(argument.nodes[0]) <= last_early;
    (early ? split.early : split.late).arguments.push_back((early ? to_early : to_late).argument(argument));
  }
  expression::Output values{between, meaning, {}, passed.elements};
  for (const NodeIndex i : frontier) values.nodes.push_back(to_early(passing(i)));
  if (!frontier.empty()) split.early.outputs.push_back(values);
  for (const auto& output : program.outputs) {
    split.late.outputs.push_back({output.name, output.meaning, {}, output.elements});
    for (const NodeIndex node : output.nodes) split.late.outputs.back().nodes.push_back(to_late(node));
  }
  return split;
}

}  // namespace tauforge::passes
