#include "tauforge/expression/expr.h"

namespace tauforge::expression {

NodeIndex Expr::node_in(Graph& graph) const { return is_literal() ? graph.constant(literal_) : node_; }

Expr apply(Operation op, const Expr& a) {
  if (a.is_literal()) return Expr(apply(op, a.literal()));
  return {*a.graph(), a.graph()->apply(op, a.node())};
}

Expr apply(Operation op, const Expr& a, const Expr& b) {
  Graph* graph = a.is_literal() ? b.graph() : a.graph();
  if (!graph) return Expr(apply(op, a.literal(), b.literal()));
  const NodeIndex left = a.node_in(*graph), right = b.node_in(*graph);
  return {*graph, graph->apply(op, left, right)};
}

Expr named(const Expr& x, const char* symbol, int index, const char* component) {
  if (!x.is_literal()) x.graph()->label(x.node(), {symbol, index, component});
  return x;
}

}  // namespace tauforge::expression
