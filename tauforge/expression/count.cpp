#include "tauforge/expression/count.h"

#include <vector>

namespace tauforge::expression {

namespace {

// Sums of slow inputs that only sines and cosines read.
std::vector<bool> angle_sums(const Program& program) {
  const Graph& graph = *program.graph;
  std::vector<bool> angle(static_cast<std::size_t>(graph.size()), false), other = angle;
  const auto mark = [](std::vector<bool>& set, NodeIndex i) {
    if (i >= 0) set[static_cast<std::size_t>(i)] = true;
  };
  for (const Output& output : program.outputs)
    for (const NodeIndex node : output.nodes) mark(other, node);
  const std::vector<NodeIndex> order = reachable(program);
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    const Node& node = graph.node(*it);
    const bool is_trigonometric = node.op == Operation::sine || node.op == Operation::cosine;
    const bool in_angle = angle[static_cast<std::size_t>(*it)] && !other[static_cast<std::size_t>(*it)];
    for (const NodeIndex argument : {node.a, node.b}) mark(is_trigonometric || in_angle ? angle : other, argument);
  }
  for (std::size_t i = 0; i < angle.size(); ++i) angle[i] = angle[i] && !other[i];
  return angle;
}

Operations cost(const Graph& graph, NodeIndex i, const CountingRule& rule, bool in_angle,
                Binding free = Binding::setup) {
  const Node& node = graph.node(i);
  if (graph.binding(i) <= free) return {};
  if (in_angle && !rule.angle_sums_count) return {};
  const auto is_two = [&](NodeIndex k) {
    return graph.node(k).op == Operation::constant && graph.node(k).value == 2.0;
  };
  switch (node.op) {
    case Operation::constant:
    case Operation::input:
    case Operation::sine:
    case Operation::cosine: return {};
    case Operation::negate: return {0, rule.unary_minus_is_addition ? 1 : 0};
    case Operation::add:
    case Operation::subtract: return {0, 1};
    case Operation::multiply:
      if (rule.doubling_is_addition && (is_two(node.a) || is_two(node.b))) return {0, 1};
      return {1, 0};
    case Operation::divide:
    case Operation::square_root:
    case Operation::exponential:
    case Operation::hyperbolic_tangent:
    case Operation::sign: return {1, 0};
  }
  return {};
}

}  // namespace

Operations count(const Program& program, const CountingRule& rule) {
  Operations total;
  const std::vector<bool> angle = angle_sums(program);
  for (const NodeIndex i : reachable(program))
    total += cost(*program.graph, i, rule, angle[static_cast<std::size_t>(i)]);
  return total;
}

Operations count_all(const Program& program) {
  Operations total;
  for (const NodeIndex i : reachable(program))
    total += cost(*program.graph, i, rule_customised, false, Binding::literal);
  return total;
}

StepCount count_by_step(const Program& program, const CountingRule& rule) {
  StepCount result;
  const std::vector<bool> angle = angle_sums(program);
  for (const NodeIndex i : reachable(program)) {
    const Operations once = cost(*program.graph, i, rule, angle[static_cast<std::size_t>(i)]);
    bool first = true;
    for (const int step : program.graph->steps_of(i)) {
      result.steps[step] += once;
      result.total += once;
      if (!first) result.shared += once;
      first = false;
    }
  }
  return result;
}

int count_fused(const Program& program) {
  const Graph& graph = *program.graph;
  const std::vector<NodeIndex> order = reachable(program);
  std::vector<int> uses(static_cast<std::size_t>(graph.size()), 0);
  const auto use = [&](NodeIndex i) {
    if (i >= 0) ++uses[static_cast<std::size_t>(i)];
  };
  const auto without_sign = [&](NodeIndex i) { return graph.node(i).op == Operation::negate ? graph.node(i).a : i; };
  for (const NodeIndex i : order)
    if (graph.node(i).op != Operation::negate)
      for (const NodeIndex argument : {graph.node(i).a, graph.node(i).b})
        if (argument >= 0) use(without_sign(argument));
  for (const Output& output : program.outputs)
    for (const NodeIndex i : output.nodes) use(without_sign(i)), use(without_sign(i));  // an output is needed by itself
  int fused = 0;
  for (const NodeIndex i : order) {
    const Node& node = graph.node(i);
    if ((node.op != Operation::add && node.op != Operation::subtract) || graph.binding(i) <= Binding::setup) continue;
    for (const NodeIndex argument : {node.a, node.b}) {
      const NodeIndex factor = without_sign(argument);
      if (graph.node(factor).op != Operation::multiply || uses[static_cast<std::size_t>(factor)] != 1 ||
          graph.binding(factor) <= Binding::setup)
        continue;
      ++fused;
      break;
    }
  }
  return fused;
}

Trigonometry count_trigonometry(const Program& program) {
  Trigonometry result;
  for (const NodeIndex i : reachable(program)) {
    if (program.graph->binding(i) <= Binding::setup) continue;
    result.sines += program.graph->node(i).op == Operation::sine;
    result.cosines += program.graph->node(i).op == Operation::cosine;
  }
  return result;
}

}  // namespace tauforge::expression
