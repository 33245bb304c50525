// The recording scalar: a formulation run with Expr writes itself down as a graph.
// A literal carries its number and where that comes from; everything else its graph and node. There is no global state.
#pragma once

#include <cmath>

#include "tauforge/expression/graph.h"
#include "tauforge/expression/origin.h"
#include "tauforge/scalar/elementary.h"
#include "tauforge/scalar/naming.h"

namespace tauforge::expression {

class Expr {
 public:
  Expr() = default;
  explicit Expr(double literal, const Origin* origin = nullptr) : literal_(literal), origin_(origin) {}
  Expr(Graph& graph, NodeIndex node) : graph_(&graph), node_(node) {
    if (graph.node(node).op == Operation::constant) *this = Expr(graph.node(node).value);
  }
  static Expr input(Graph& graph, std::string name, Binding binding) {
    return {graph, graph.input(std::move(name), binding)};
  }

  bool is_literal() const { return graph_ == nullptr; }
  double literal() const { return literal_; }
  const Origin* origin() const { return origin_; }  // of a literal; null: it is nobody's
  Graph* graph() const { return graph_; }
  NodeIndex node() const { return node_; }
  // The node of this expression in a graph; a literal is entered as a constant.
  NodeIndex node_in(Graph& graph) const;

 private:
  Graph* graph_ = nullptr;
  NodeIndex node_ = -1;
  double literal_ = 0.0;
  const Origin* origin_ = nullptr;
};

Expr apply(Operation op, const Expr& a);
Expr apply(Operation op, const Expr& a, const Expr& b);

inline Expr operator-(const Expr& a) { return apply(Operation::negate, a); }
inline Expr operator+(const Expr& a, const Expr& b) { return apply(Operation::add, a, b); }
inline Expr operator-(const Expr& a, const Expr& b) { return apply(Operation::subtract, a, b); }
inline Expr operator*(const Expr& a, const Expr& b) { return apply(Operation::multiply, a, b); }
inline Expr operator/(const Expr& a, const Expr& b) { return apply(Operation::divide, a, b); }
inline Expr sin(const Expr& a) { return apply(Operation::sine, a); }
inline Expr cos(const Expr& a) { return apply(Operation::cosine, a); }
inline Expr sqrt(const Expr& a) { return apply(Operation::square_root, a); }
inline Expr exp(const Expr& a) { return apply(Operation::exponential, a); }
inline Expr tanh(const Expr& a) { return apply(Operation::hyperbolic_tangent, a); }
inline Expr sign(const Expr& a) { return apply(Operation::sign, a); }

// a / b, and zero where a is zero whatever b is; a literal zero numerator folds away.
inline Expr ratio_or_zero(const Expr& a, const Expr& b) {
  return a.is_literal() && a.literal() == 0.0 ? Expr(0.0) : a / b;
}

// Of literals; a symbol is never known to be small.
inline Expr without_traces(const Expr& a) {
  return a.is_literal() ? Expr(scalar::without_traces(a.literal()), a.origin()) : a;
}

inline Expr as_known(const Expr& a, const Expr& known) {
  return a.is_literal() && known.is_literal() ? Expr(scalar::as_known(a.literal(), known.literal()), a.origin()) : a;
}

Expr angle_of(const Expr& cosine, const Expr& sine);  // of literals

// One addition where the second angle is a literal; symbols have no angle, only products.
inline Expr cos_of_sum(const Expr& q, const Expr& c, const Expr& s) {
  if (c.is_literal() && s.is_literal()) return cos(q + angle_of(c, s));
  return cos(q) * c - sin(q) * s;
}
inline Expr sin_of_sum(const Expr& q, const Expr& c, const Expr& s) {
  if (c.is_literal() && s.is_literal()) return sin(q + angle_of(c, s));
  return sin(q) * c + cos(q) * s;
}

Expr named(const Expr& x, const char* symbol, int index, const char* component = "");
void hinted(const Expr& x, const char* symbol, int index, const char* component = "");
inline void begin_step(int number, const Expr& any) {
  if (!any.is_literal()) any.graph()->begin_step(number);
}

static_assert(scalar::Scalar<Expr>);

}  // namespace tauforge::expression
