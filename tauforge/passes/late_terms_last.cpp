#include "tauforge/passes/late_terms_last.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tauforge::passes {

namespace {

using expression::Binding;
using expression::Graph;
using expression::Node;
using expression::NodeIndex;
using expression::Operation;
using expression::Program;

// Cycles until a result can be used, of common processors; only their proportions matter. All sines and cosines are
// computed together at the start.
constexpr int addition = 3, multiplication = 4, long_operation = 14, sines = 60;

int latency(Operation op) {
  switch (op) {
    case Operation::constant:
    case Operation::input:
    case Operation::negate: return 0;
    case Operation::add:
    case Operation::subtract: return addition;
    case Operation::multiply:
    case Operation::sign: return multiplication;
    case Operation::divide:
    case Operation::square_root: return long_operation;
    default: return sines;
  }
}

bool is_sum(Operation op) { return op == Operation::add || op == Operation::subtract; }

class Reordering {
 public:
  explicit Reordering(const Program& program)
      : original_(program),
        from_(*program.graph),
        to_(*result_.graph),
        uses_(static_cast<std::size_t>(from_.size())),
        inside_(uses_.size()),
        made_(uses_.size(), -1) {}

  Program run() {
    const std::vector<NodeIndex> needed = reachable(original_);
    for (const NodeIndex i : needed)
      if (from_.node(i).op != Operation::negate)
        for (const NodeIndex argument : {from_.node(i).a, from_.node(i).b})
          if (argument >= 0) ++uses_[signless(argument)];
    for (const auto& output : original_.outputs)
      for (const NodeIndex i : output.nodes) ++uses_[signless(i)];
    for (const NodeIndex i : needed)
      if (is_sum(from_.node(i).op))
        for (const NodeIndex argument : {from_.node(i).a, from_.node(i).b}) {
          const NodeIndex inner = signless(argument);
          if (is_sum(from_.node(inner).op) && uses_[inner] == 1 && !has_name(inner)) inside_[inner] = true;
        }
    result_.name = original_.name;
    for (const auto& argument : original_.arguments) {
      result_.arguments.push_back({argument.name, argument.meaning, {}, argument.elements});
      for (const NodeIndex i : argument.nodes) {
        made_[i] = arrived(to_.input(from_.input(i).name, from_.binding(i)), 0);
        result_.arguments.back().nodes.push_back(made_[i]);
      }
    }
    for (const NodeIndex i : needed)
      if (made_[i] < 0 && !inside_[i]) make(i);
    for (const auto& output : original_.outputs) {
      result_.outputs.push_back({output.name, output.meaning, {}, output.elements});
      for (const NodeIndex i : output.nodes) result_.outputs.back().nodes.push_back(made_[i]);
    }
    return std::move(result_);
  }

 private:
  struct Term {
    bool negative;
    NodeIndex node;  // of the new graph
    int ready;       // when it can be added; of a product that is used here only: when its factors can
    int cycles;      // that adding it takes; a product and its sum are one operation
    Binding binding;
  };

  NodeIndex signless(NodeIndex i) const {
    while (from_.node(i).op == Operation::negate) i = from_.node(i).a;
    return i;
  }
  // A name that a sum inside another would lose.
  bool has_name(NodeIndex i) const { return from_.is_named(i); }

  int arrival(NodeIndex made) const { return arrival_[made]; }
  NodeIndex arrived(NodeIndex made, int cycle) {
    if (std::ssize(arrival_) <= made) arrival_.resize(made + 1, 0);
    arrival_[made] = cycle;
    return made;
  }

  void make(NodeIndex i) {
    const Node& node = from_.node(i);
    NodeIndex made = 0;
    if (is_sum(node.op)) {
      std::vector<Term> terms;
      collect(i, false, terms);
      made = sum_of(terms);
    } else if (node.op == Operation::constant) {
      made = arrived(to_.constant(node.value), 0);
    } else if (expression::arity(node.op) == 1) {
      if (node.op == Operation::negate && inside_[node.a]) return;  // part of a sum, as what it negates is
      const NodeIndex a = made_[node.a];
      const int ready = arrival(a);
      made = arrived(to_.apply(node.op, a), ready + latency(node.op));
    } else {
      const NodeIndex a = made_[node.a], b = made_[node.b];
      const int ready = std::max(arrival(a), arrival(b));
      made = arrived(to_.apply(node.op, a, b), ready + latency(node.op));
    }
    if (const expression::Label* label = from_.label_of(i)) to_.label(made, *label);
    made_[i] = made;
  }

  void collect(NodeIndex sum, bool negative, std::vector<Term>& terms) const {
    const Node& node = from_.node(sum);
    for (const bool second : {false, true}) {
      NodeIndex i = second ? node.b : node.a;
      bool minus = negative != (second && node.op == Operation::subtract);
      for (; from_.node(i).op == Operation::negate; i = from_.node(i).a) minus = !minus;
      if (inside_[i]) {
        collect(i, minus, terms);
        continue;
      }
      const bool fused = from_.node(i).op == Operation::multiply && uses_[i] == 1;
      const int ready = arrival(made_[i]) - (fused ? multiplication : 0);
      terms.push_back({minus, made_[i], ready, fused ? multiplication : addition, from_.binding(i)});
    }
  }

  // One after another as they become known, those of the set-up stage before all others: their sum belongs there. A sum
  // starts with a positive term, or a sign would have to be spent; of those, with the one that lets it end first.
  NodeIndex sum_of(std::vector<Term> terms) {
    const auto when = [](const Term& t) { return std::pair(std::max(t.binding, Binding::setup), t.ready); };
    std::stable_sort(terms.begin(), terms.end(), [&](const Term& a, const Term& b) { return when(a) < when(b); });
    const bool all_negative = std::all_of(terms.begin(), terms.end(), [](const Term& t) { return t.negative; });
    std::size_t first = terms.size();
    int soonest = 0;
    for (std::size_t k = 0; k < terms.size(); ++k) {
      if (terms[k].negative && !all_negative) continue;
      const int end = end_of(terms, k);
      if (first == terms.size() || end < soonest) first = k, soonest = end;
    }
    NodeIndex sum = terms[first].node;
    int end = arrival(sum);
    for (std::size_t k = 0; k < terms.size(); ++k) {
      if (k == first) continue;
      end = std::max(end, terms[k].ready) + terms[k].cycles;
      const bool minus = terms[k].negative != all_negative;
      sum = arrived(to_.apply(minus ? Operation::subtract : Operation::add, sum, terms[k].node), end);
    }
    return all_negative ? arrived(to_.apply(Operation::negate, sum), end) : sum;
  }

  int end_of(const std::vector<Term>& terms, std::size_t first) const {
    int end = arrival(terms[first].node);
    for (std::size_t k = 0; k < terms.size(); ++k)
      if (k != first) end = std::max(end, terms[k].ready) + terms[k].cycles;
    return end;
  }

  const Program& original_;
  const Graph& from_;
  Program result_;
  Graph& to_;
  std::vector<int> uses_;        // of values without their signs
  std::vector<bool> inside_;     // sums that are part of another
  std::vector<NodeIndex> made_;  // of each node, in the new graph
  std::vector<int> arrival_;     // of nodes of the new graph: the cycle in which they are known
};

}  // namespace

Program late_terms_last(const Program& program) { return Reordering(program).run(); }

}  // namespace tauforge::passes
