#include "tauforge/expression/program.h"

#include <fmt/format.h>

#include <utility>

#include "tauforge/expression/graph.h"

namespace tauforge::expression {

std::vector<Expr> Program::add_argument(std::string argument_name, int size, Binding binding, std::string meaning) {
  Argument argument{std::move(argument_name), std::move(meaning), {}, {}};
  std::vector<Expr> values;
  for (int i = 0; i < size; ++i) {
    values.push_back(Expr::input(*graph, fmt::format("{}[{}]", argument.name, i), binding));
    argument.nodes.push_back(values.back().node_in(*graph));
  }
  arguments.push_back(std::move(argument));
  return values;
}

void Program::add_output(std::string output_name, const std::vector<Expr>& values, std::string meaning) {
  Output output{std::move(output_name), std::move(meaning), {}, {}};
  for (const Expr& value : values) output.nodes.push_back(value.node_in(*graph));
  outputs.push_back(std::move(output));
}

std::vector<NodeIndex> reachable(const Program& program) {
  const Graph& graph = *program.graph;
  std::vector<bool> needed(static_cast<std::size_t>(graph.size()), false);
  for (const Output& output : program.outputs)
    for (const NodeIndex node : output.nodes) needed[static_cast<std::size_t>(node)] = true;
  // arguments have smaller indices than their users, so one sweep down marks everything
  for (NodeIndex i = graph.size() - 1; i >= 0; --i) {
    if (!needed[static_cast<std::size_t>(i)]) continue;
    for (const NodeIndex argument : {graph.node(i).a, graph.node(i).b})
      if (argument >= 0) needed[static_cast<std::size_t>(argument)] = true;
  }
  std::vector<NodeIndex> order;
  for (NodeIndex i = 0; i < graph.size(); ++i)
    if (needed[static_cast<std::size_t>(i)]) order.push_back(i);
  return order;
}

std::vector<double> evaluate(const Program& program, const std::vector<double>& inputs) {
  const Graph& graph = *program.graph;
  std::vector<double> value(static_cast<std::size_t>(graph.size()), 0.0);
  std::size_t next = 0;
  for (const Argument& argument : program.arguments)
    for (const NodeIndex node : argument.nodes) value[static_cast<std::size_t>(node)] = inputs.at(next++);
  for (const NodeIndex i : reachable(program)) {
    const Node& node = graph.node(i);
    if (node.op == Operation::constant) value[static_cast<std::size_t>(i)] = node.value;
    if (arity(node.op) == 0) continue;
    value[static_cast<std::size_t>(i)] = apply(node.op, value[static_cast<std::size_t>(node.a)],
                                               node.b < 0 ? 0.0 : value[static_cast<std::size_t>(node.b)]);
  }
  std::vector<double> results;
  for (const Output& output : program.outputs)
    for (const NodeIndex node : output.nodes) results.push_back(value[static_cast<std::size_t>(node)]);
  return results;
}

}  // namespace tauforge::expression
