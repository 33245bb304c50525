#include "tauforge/expression/expr.h"

namespace tauforge::expression {

namespace {

const Origin* origin_of(Operation op, const Expr& a, const Expr& b) {
  if (!a.origin() && !b.origin()) return nullptr;
  Origins& home = *(a.origin() ? a : b).origin()->home;
  return home.apply(op, a.origin(), a.literal(), b.origin(), b.literal());
}

}  // namespace

NodeIndex Expr::node_in(Graph& graph) const {
  if (!is_literal()) return node_;
  if (origin_) origin_->home->note(literal_, origin_);
  return graph.constant(literal_);
}

Expr apply(Operation op, const Expr& a) {
  if (a.is_literal()) return Expr(apply(op, a.literal()), origin_of(op, a, {}));
  return {*a.graph(), a.graph()->apply(op, a.node())};
}

Expr apply(Operation op, const Expr& a, const Expr& b) {
  Graph* graph = a.is_literal() ? b.graph() : a.graph();
  if (!graph) return Expr(apply(op, a.literal(), b.literal()), origin_of(op, a, b));
  const NodeIndex left = a.node_in(*graph), right = b.node_in(*graph);
  return {*graph, graph->apply(op, left, right)};
}

Expr angle_of(const Expr& cosine, const Expr& sine) {
  const double c = cosine.literal(), s = sine.literal();
  const Origin* any = cosine.origin() ? cosine.origin() : sine.origin();
  return Expr(std::atan2(s, c), any ? any->home->angle(sine.origin(), s, cosine.origin(), c) : nullptr);
}

void hinted(const Expr& x, const char* symbol, int index, const char* component) {
  if (!x.is_literal()) x.graph()->label(x.node(), {symbol, index, component, true});
}

Expr named(const Expr& x, const char* symbol, int index, const char* component) {
  if (!x.is_literal()) x.graph()->label(x.node(), {symbol, index, component});
  return x;
}

}  // namespace tauforge::expression
