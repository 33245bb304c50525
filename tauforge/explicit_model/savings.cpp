#include "tauforge/explicit_model/savings.h"

#include <algorithm>

namespace tauforge::explicit_model {

using expression::NodeIndex;
using expression::Operation;

Savings::Savings(const ExplicitModel& model, const std::vector<Element>& complete,
                 const std::function<std::size_t(const Place&)>& number, std::size_t terms)
    : nodes_of_(terms), is_out_(terms, false) {
  TermsOfNodes of_nodes;
  program_ = record_with_terms(model, complete, of_nodes);
  const auto size = static_cast<std::size_t>(program_.graph->size());
  kept_.assign(size, -1), stands_.assign(size, -1), needed_.assign(size, false);
  for (const auto& [node, places] : of_nodes) {
    Group group;
    for (const Place& place : places) group.push_back(number(place));
    std::sort(group.begin(), group.end());
    group.erase(std::unique(group.begin(), group.end()), group.end());
    kept_[static_cast<std::size_t>(node)] = static_cast<int>(group.size());
    for (const std::size_t t : group) nodes_of_[t].push_back(static_cast<std::size_t>(node));
    groups_.push_back(std::move(group));
  }
  std::sort(groups_.begin(), groups_.end());
  groups_.erase(std::unique(groups_.begin(), groups_.end()), groups_.end());
  order_ = reachable(program_);
  operations_ = counted();
}

int Savings::counted() {
  const expression::Graph& graph = *program_.graph;
  const auto at = [](NodeIndex i) { return static_cast<std::size_t>(i); };
  for (const NodeIndex i : order_) {
    const auto& node = graph.node(i);
    NodeIndex& now = stands_[at(i)];
    now = i;
    if (kept_[at(i)] == 0) {
      now = -1;
      continue;
    }
    const bool constant_zero = node.op == Operation::constant && node.value == 0.0;
    if (constant_zero) now = -1;
    const NodeIndex a = node.a < 0 ? -1 : stands_[at(node.a)], b = node.b < 0 ? -1 : stands_[at(node.b)];
    if (node.op == Operation::multiply && (a < 0 || b < 0)) now = -1;
    if (node.op == Operation::negate && a < 0) now = -1;
    if ((node.op == Operation::add || node.op == Operation::subtract) && (a < 0 || b < 0)) now = a < 0 ? b : a;
  }
  std::fill(needed_.begin(), needed_.end(), false);
  for (const auto& output : program_.outputs)
    for (const NodeIndex i : output.nodes)
      if (stands_[at(i)] >= 0) needed_[at(stands_[at(i)])] = true;
  int operations = 0;
  for (auto it = order_.rbegin(); it != order_.rend(); ++it) {
    if (!needed_[at(*it)]) continue;
    const auto& node = graph.node(*it);
    if (node.op == Operation::sine || node.op == Operation::cosine) continue;  // sums of angles are free
    operations += node.op != Operation::negate && node.b >= 0;
    for (const NodeIndex argument : {node.a, node.b})
      if (argument >= 0 && stands_[at(argument)] >= 0) needed_[at(stands_[at(argument)])] = true;
  }
  return operations;
}

void Savings::take(const Group& terms, int sign) {
  for (const std::size_t t : terms)
    if (!is_out_[t])
      for (const std::size_t node : nodes_of_[t]) kept_[node] += sign;
}

int Savings::saved_by(const Group& terms) {
  take(terms, -1);
  const int without = counted();
  take(terms, 1);
  return operations_ - without;
}

void Savings::leave_out(const Group& terms) {
  take(terms, -1);
  for (const std::size_t t : terms) is_out_[t] = true;
  operations_ = counted();
}

}  // namespace tauforge::explicit_model
