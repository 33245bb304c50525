#include "tauforge/expression/graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "tauforge/scalar/elementary.h"

namespace tauforge::expression {

double apply(Operation op, double a, double b) {
  switch (op) {
    case Operation::negate: return -a;
    case Operation::add: return a + b;
    case Operation::subtract: return a - b;
    case Operation::multiply: return a * b;
    case Operation::divide: return a / b;
    case Operation::sine: return scalar::sin(a);
    case Operation::cosine: return scalar::cos(a);
    case Operation::square_root: return scalar::sqrt(a);
    case Operation::exponential: return scalar::exp(a);
    case Operation::hyperbolic_tangent: return scalar::tanh(a);
    case Operation::sign: return scalar::sign(a);
    case Operation::constant:
    case Operation::input: break;
  }
  return 0.0;
}

namespace {

std::size_t hash_of(const Node& node) {
  std::uint64_t h = static_cast<std::uint64_t>(node.op);
  for (const std::uint64_t part : {static_cast<std::uint64_t>(node.a), static_cast<std::uint64_t>(node.b),
                                   std::bit_cast<std::uint64_t>(node.value)})
    h = (h ^ part) * 0x9E3779B97F4A7C15ull + (h >> 29);
  return static_cast<std::size_t>(h ^ (h >> 32));
}

bool same(const Node& x, const Node& y) {
  return x.op == y.op && x.a == y.a && x.b == y.b &&
         std::bit_cast<std::uint64_t>(x.value) == std::bit_cast<std::uint64_t>(y.value);
}

}  // namespace

std::size_t Graph::place_of(const Node& node) const {
  std::size_t place = hash_of(node) & (known_.size() - 1);
  while (known_[place] >= 0 && !same(this->node(known_[place]), node)) place = (place + 1) & (known_.size() - 1);
  return place;
}

// At most half of the places are taken, so that a search soon meets a free one.
void Graph::make_room() {
  if (2 * (nodes_.size() + 1) <= known_.size()) return;
  known_.assign(std::max<std::size_t>(2048, 2 * known_.size()), -1);
  for (NodeIndex i = 0; i < size(); ++i)
    if (node(i).op != Operation::input) known_[place_of(node(i))] = i;
}

bool Graph::is_constant(NodeIndex i, double value) const {
  return node(i).op == Operation::constant && node(i).value == value;
}

bool Graph::is_negative(NodeIndex i) const {
  return is_negation(i) || (node(i).op == Operation::constant && node(i).value < 0.0);
}

NodeIndex Graph::intern(const Node& node) {
  make_room();
  const std::size_t place = place_of(node);
  if (const NodeIndex found = known_[place]; found >= 0) {
    if (first_step_[static_cast<std::size_t>(found)] != step_) {
      auto& steps = more_steps_[found];
      if (std::find(steps.begin(), steps.end(), step_) == steps.end()) steps.push_back(step_);
    }
    return found;
  }
  Binding binding = Binding::literal;
  for (const NodeIndex argument : {node.a, node.b})
    if (argument >= 0) binding = std::max(binding, this->binding(argument));
  known_[place] = size();
  nodes_.push_back(node);
  bindings_.push_back(binding);
  first_step_.push_back(step_);
  return size() - 1;
}

NodeIndex Graph::constant(double value) { return intern({Operation::constant, -1, -1, value == 0.0 ? 0.0 : value}); }

NodeIndex Graph::input(std::string name, Binding binding) {
  const NodeIndex fresh = size();
  nodes_.push_back({Operation::input});
  bindings_.push_back(binding);
  first_step_.push_back(step_);
  inputs_[fresh] = {std::move(name), binding};
  return fresh;
}

NodeIndex Graph::apply(Operation op, NodeIndex a) {
  if (node(a).op == Operation::constant) return constant(expression::apply(op, node(a).value));
  if (is_negation(a)) {
    switch (op) {  // odd and even functions move the sign outwards
      case Operation::negate: return node(a).a;
      case Operation::cosine: return apply(op, node(a).a);
      case Operation::sine:
      case Operation::hyperbolic_tangent:
      case Operation::sign: return negated(apply(op, node(a).a));
      default: break;
    }
  }
  return intern({op, a});
}

NodeIndex Graph::apply(Operation op, NodeIndex a, NodeIndex b) {
  if (node(a).op == Operation::constant && node(b).op == Operation::constant)
    return constant(expression::apply(op, node(a).value, node(b).value));
  return combine(op, a, b);
}

// Signs are carried outside, those of literals too; what is interned has unsigned arguments in canonical order.
NodeIndex Graph::combine(Operation op, NodeIndex a, NodeIndex b) {
  switch (op) {
    case Operation::add:
      if (is_constant(a, 0.0)) return b;
      if (is_constant(b, 0.0)) return a;
      if (is_negative(b)) return combine(Operation::subtract, a, negated(b));
      if (is_negative(a)) return combine(Operation::subtract, b, negated(a));
      return intern({op, std::min(a, b), std::max(a, b)});
    case Operation::subtract:
      if (a == b) return constant(0.0);
      if (is_constant(b, 0.0)) return a;
      if (is_constant(a, 0.0)) return negated(b);
      if (is_negative(b)) return combine(Operation::add, a, negated(b));
      if (is_negative(a)) return negated(combine(Operation::add, negated(a), b));
      return a < b ? intern({op, a, b}) : negated(intern({op, b, a}));
    case Operation::multiply:
      if (is_constant(a, 0.0) || is_constant(b, 0.0)) return constant(0.0);
      if (is_constant(a, 1.0)) return b;
      if (is_constant(b, 1.0)) return a;
      if (is_constant(a, -1.0)) return negated(b);
      if (is_constant(b, -1.0)) return negated(a);
      break;
    case Operation::divide:
      if (is_constant(a, 0.0)) return constant(0.0);
      if (is_constant(b, 1.0)) return a;
      if (is_constant(b, -1.0)) return negated(a);
      break;
    default: break;
  }
  // products and quotients: take the signs out
  bool negative = false;
  for (NodeIndex* argument : {&a, &b})
    if (is_negative(*argument)) *argument = negated(*argument), negative = !negative;
  if (op == Operation::multiply && a > b) std::swap(a, b);
  const NodeIndex product = intern({op, a, b});
  return negative ? negated(product) : product;
}

std::vector<int> Graph::steps_of(NodeIndex i) const {
  std::vector<int> steps{first_step_[static_cast<std::size_t>(i)]};
  if (const auto found = more_steps_.find(i); found != more_steps_.end())
    steps.insert(steps.end(), found->second.begin(), found->second.end());
  return steps;
}

void Graph::label(NodeIndex i, const Label& label) {
  if (arity(node(i).op) == 0) return;
  const auto k = static_cast<std::size_t>(i);
  if (labels_.size() <= k) labels_.resize(nodes_.size(), {nullptr, 0, ""});
  if (!labels_[k].symbol || (labels_[k].is_hint && !label.is_hint)) labels_[k] = label;
  if (is_negation(i)) {
    Label other = label;
    other.is_hint = true, other.is_negative = !label.is_negative;
    this->label(node(i).a, other);
  }
}

const Label* Graph::label_of(NodeIndex i) const {
  const auto k = static_cast<std::size_t>(i);
  return labels_.size() <= k || !labels_[k].symbol ? nullptr : &labels_[k];
}

std::string Graph::name_of(NodeIndex i) const { return is_named(i) ? name_or_hint_of(i) : ""; }

bool Graph::is_named(NodeIndex i) const {
  const Label* label = label_of(i);
  return label && !label->is_hint;
}

std::string Graph::name_or_hint_of(NodeIndex i) const {
  const Label* label = label_of(i);
  if (!label) return "";
  return fmt::format("{}{}{}{}{}", label->is_negative ? "minus_" : "", label->symbol, label->index,
                     *label->component ? "_" : "", label->component);
}

}  // namespace tauforge::expression
