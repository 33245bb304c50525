#include "tests/support/evaluate_many.h"

#include <algorithm>
#include <cmath>

namespace tauforge::tests {

using expression::NodeIndex;
using expression::Operation;

namespace {

double applied(Operation op, double a, double b) {
  expression::Program one;
  const auto x = one.add_argument("x", 2, expression::Binding::slow, "");
  const NodeIndex node = expression::arity(op) == 2
                             ? one.graph->apply(op, x[0].node_in(*one.graph), x[1].node_in(*one.graph))
                             : one.graph->apply(op, x[0].node_in(*one.graph));
  one.outputs.push_back({"y", "", {node}});
  return expression::evaluate(one, {a, b})[0];
}

void apply_to_block(Operation op, const double* a, const double* b, double* out, std::size_t n) {
  switch (op) {
    case Operation::negate:
      for (std::size_t s = 0; s < n; ++s) out[s] = -a[s];
      return;
    case Operation::add:
      for (std::size_t s = 0; s < n; ++s) out[s] = a[s] + b[s];
      return;
    case Operation::subtract:
      for (std::size_t s = 0; s < n; ++s) out[s] = a[s] - b[s];
      return;
    case Operation::multiply:
      for (std::size_t s = 0; s < n; ++s) out[s] = a[s] * b[s];
      return;
    case Operation::sine:
      for (std::size_t s = 0; s < n; ++s) out[s] = std::sin(a[s]);
      return;
    case Operation::cosine:
      for (std::size_t s = 0; s < n; ++s) out[s] = std::cos(a[s]);
      return;
    default:  // no part of an explicit model
      for (std::size_t s = 0; s < n; ++s) out[s] = applied(op, a[s], b ? b[s] : 0.0);
  }
}

}  // namespace

Columns evaluate_many(const expression::Program& program, const Columns& inputs) {
  const auto order = expression::reachable(program);
  const auto nodes = static_cast<std::size_t>(program.graph->size());
  const std::size_t states = inputs.empty() ? 0 : inputs[0].size();
  const std::size_t block = std::clamp<std::size_t>((std::size_t{1} << 17) / std::max<std::size_t>(nodes, 1), 8, 256);
  std::vector<double> value(nodes * block, 0.0);
  const auto at = [&](NodeIndex i) { return value.data() + static_cast<std::size_t>(i) * block; };
  for (const NodeIndex i : order)
    if (program.graph->node(i).op == Operation::constant) std::fill_n(at(i), block, program.graph->node(i).value);
  Columns results;
  for (const auto& output : program.outputs)
    for (std::size_t k = 0; k < output.nodes.size(); ++k) results.emplace_back(states);
  for (std::size_t first = 0; first < states; first += block) {
    const std::size_t n = std::min(block, states - first);
    std::size_t next = 0;
    for (const auto& argument : program.arguments)
      for (const NodeIndex node : argument.nodes) std::copy_n(inputs.at(next++).data() + first, n, at(node));
    for (const NodeIndex i : order) {
      const auto& node = program.graph->node(i);
      if (expression::arity(node.op) > 0)
        apply_to_block(node.op, at(node.a), node.b < 0 ? nullptr : at(node.b), at(i), n);
    }
    std::size_t result = 0;
    for (const auto& output : program.outputs)
      for (const NodeIndex node : output.nodes) std::copy_n(at(node), n, results[result++].data() + first);
  }
  return results;
}

}  // namespace tauforge::tests
