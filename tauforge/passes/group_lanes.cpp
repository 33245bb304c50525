#include "tauforge/passes/group_lanes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace tauforge::passes {

namespace {

using expression::Graph;
using expression::Node;
using expression::NodeIndex;
using expression::Operation;
using expression::Program;

constexpr std::size_t widths[] = {4, 6};  // of groups; vectors of doubles are 2, 4 or 8 wide
constexpr std::size_t fewest_groups = 6;  // in a program

struct Term {
  NodeIndex a, b;  // a product; b is -1: the value a
  bool negative;
};

// The same for a table and its opposite but for the answer. Every sign in a table costs an operation, that of its term none.
bool mostly_negative(const LaneTable& table) {
  int balance = 0, first = 0;
  for (const LaneNumber& number : table) {
    if (number.node < 0) continue;
    balance += number.negative ? -1 : 1;
    if (first == 0) first = balance;
  }
  return balance == 0 ? first < 0 : balance < 0;
}

class Finder {
 public:
  explicit Finder(const Program& program) : program_(program), graph_(*program.graph) {
    uses_.resize(static_cast<std::size_t>(graph_.size()));
    only_in_sums_.assign(uses_.size(), true);
    const std::vector<NodeIndex> all = reachable(program);
    for (auto i = all.rbegin(); i != all.rend(); ++i) {
      const Node& node = graph_.node(*i);
      const bool is_sum = node.op == Operation::add || node.op == Operation::subtract || node.op == Operation::negate;
      for (const NodeIndex argument : {node.a, node.b}) {
        if (argument < 0) continue;
        ++uses_[static_cast<std::size_t>(argument)];
        if (!is_sum || !only_in_sums(*i)) only_in_sums_[static_cast<std::size_t>(argument)] = false;
      }
    }
    is_result_.assign(uses_.size(), false);
    for (const auto& output : program.outputs)
      for (const NodeIndex i : output.nodes) is_result_[static_cast<std::size_t>(i)] = true;
  }

  std::vector<LaneGroup> run() {
    std::vector<LaneGroup> all;
    for (std::size_t k = 0; k < program_.outputs.size(); ++k)
      if (program_.outputs[k].elements.empty())
        for (auto& group : groups_of(k)) {
          const auto same = std::find_if(all.begin(), all.end(), [&](const LaneGroup& other) {
            return other.width == group.width && other.terms == group.terms;
          });
          if (same == all.end())
            all.push_back(std::move(group));
          else
            same->places.push_back(group.places[0]);
        }
    // a table that one group alone reads costs as much as it saves
    std::map<LaneTable, int> readers;
    for (const auto& group : all)
      for (const auto& term : group.terms) ++readers[term.table];
    std::erase_if(all, [&](const LaneGroup& group) {
      const auto shared = std::count_if(group.terms.begin(), group.terms.end(),
                                        [&](const LaneTerm& term) { return readers[term.table] > 1; });
      return 2 * shared < static_cast<std::ptrdiff_t>(group.terms.size());
    });
    if (all.size() < fewest_groups) all.clear();
    return all;
  }

 private:
  // Nothing but results is made of it.
  bool only_in_sums(NodeIndex i) const { return only_in_sums_[static_cast<std::size_t>(i)]; }
  // Whether it belongs to one sum alone: part of a longer one, or a result and nothing else.
  bool in_one_sum(NodeIndex i) const {
    return uses_[static_cast<std::size_t>(i)] == (is_result_[static_cast<std::size_t>(i)] ? 0 : 1);
  }

  bool is_inner_sum(NodeIndex i) const {
    while (graph_.node(i).op == Operation::negate && in_one_sum(i)) i = graph_.node(i).a;
    return in_one_sum(i) && (graph_.node(i).op == Operation::add || graph_.node(i).op == Operation::subtract);
  }

  void add_term(NodeIndex i, bool negative, std::vector<Term>& terms) const {
    const Node& node = graph_.node(i);
    if (node.op == Operation::negate) return add_term(node.a, !negative, terms);
    if (node.op == Operation::multiply && only_in_sums(i))
      terms.push_back({node.a, node.b, negative});
    else
      terms.push_back({i, -1, negative});
  }

  // ((t1 + t2) + t3) + ...: the terms in this order.
  void add_sum(NodeIndex i, bool negative, std::vector<Term>& terms) const {
    const Node& node = graph_.node(i);
    if (node.op == Operation::constant && node.value == 0.0) return;
    if (node.op == Operation::negate) return add_sum(node.a, !negative, terms);
    if (!is_inner_sum(i)) return add_term(i, negative, terms);
    const bool minus = node.op == Operation::subtract;
    if (is_inner_sum(node.b) && !is_inner_sum(node.a)) {
      add_sum(node.b, negative != minus, terms);
      add_term(node.a, negative, terms);
    } else {
      add_sum(node.a, negative, terms);
      add_term(node.b, negative != minus, terms);
    }
  }

  // The cheapest division of an output into groups and single results, from the end to the beginning.
  std::vector<LaneGroup> groups_of(std::size_t output) const {
    const auto& nodes = program_.outputs[output].nodes;
    std::vector<std::vector<Term>> sums(nodes.size());
    for (std::size_t e = 0; e < nodes.size(); ++e) add_sum(nodes[e], false, sums[e]);
    std::vector<int> cost(nodes.size() + 1, 0);
    std::vector<std::optional<LaneGroup>> choice(nodes.size());
    for (std::size_t e = nodes.size(); e-- > 0;) {
      cost[e] = cost[e + 1] + static_cast<int>(sums[e].size()) + 1;
      for (const std::size_t width : widths) {
        if (e + width > nodes.size()) break;
        auto group = grouped(sums, e, width);
        if (!group) continue;
        const int vectors = static_cast<int>(width + 3) / 4, terms = static_cast<int>(group->terms.size());
        const int together = cost[e + width] + terms + (terms + 1) * vectors;  // spread the factors, add, store
        if (together >= cost[e]) continue;
        cost[e] = together;
        group->width = width, group->places = {Place{output, e}};
        choice[e] = std::move(group);
      }
    }
    std::vector<LaneGroup> groups;
    for (std::size_t e = 0; e < nodes.size(); e += choice[e] ? choice[e]->width : 1)
      if (choice[e]) groups.push_back(*choice[e]);
    return groups;
  }

  // One sum for all lanes, if there is one that keeps the order of each.
  std::optional<LaneGroup> grouped(const std::vector<std::vector<Term>>& sums, std::size_t first,
                                   std::size_t width) const {
    // factors by the number of products they are in, here and round about: what many results in the neighbourhood have
    // in common is the factor, what results elsewhere share belongs into the table
    std::map<NodeIndex, int> here, nearby;
    constexpr std::size_t near = 6;
    for (std::size_t e = first - std::min(first, near); e < std::min(first + width + near, sums.size()); ++e)
      for (const Term& t : sums[e]) {
        if (t.b < 0) continue;
        ++nearby[t.a], ++nearby[t.b];
        if (e >= first && e < first + width) ++here[t.a], ++here[t.b];
      }
    std::vector<LaneTerm> terms;
    std::vector<std::set<std::size_t>> before;  // the terms that each must come after
    for (std::size_t l = 0; l < width; ++l) {
      std::vector<std::size_t> places;
      for (const Term& t : sums[first + l]) {
        NodeIndex factor = -1, number = t.a;
        if (t.b >= 0) {
          const auto rank = [&](NodeIndex i) { return here[i] < 2 ? 0 : nearby[i]; };
          const bool a_is_factor = rank(t.a) > rank(t.b);
          factor = a_is_factor ? t.a : t.b, number = a_is_factor ? t.b : t.a;
          if (rank(factor) == 0) return std::nullopt;  // nothing in common
        }
        std::size_t place = 0;
        while (place < terms.size() && (terms[place].factor != factor || terms[place].table[l].node >= 0)) ++place;
        if (place == terms.size()) terms.push_back({factor, false, LaneTable(width)}), before.emplace_back();
        terms[place].table[l] = {number, t.negative};
        places.push_back(place);
      }
      for (std::size_t k = 2; k < places.size(); ++k)  // the first two may change places: a + b is b + a
        before[places[k]].insert(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(k));
    }
    LaneGroup group;
    for (std::set<std::size_t> placed; placed.size() < terms.size();) {
      std::size_t next = 0;
      while (next < terms.size() && (placed.count(next) || !std::includes(placed.begin(), placed.end(),
                                                                          before[next].begin(), before[next].end())))
        ++next;
      if (next == terms.size()) return std::nullopt;
      placed.insert(next);
      LaneTable& table = terms[next].table;
      terms[next].negative = mostly_negative(table);
      if (terms[next].negative)
        for (LaneNumber& number : table) number.negative = number.node >= 0 && !number.negative;
      group.terms.push_back(terms[next]);
    }
    return group.terms.size() < 2 ? std::nullopt : std::optional(group);
  }

  const Program& program_;
  const Graph& graph_;
  std::vector<int> uses_;
  std::vector<bool> is_result_, only_in_sums_;
};

}  // namespace

std::vector<LaneGroup> group_lanes(const Program& program) { return Finder(program).run(); }

std::map<NodeIndex, std::vector<Place>> single_results(const Program& program, const std::vector<LaneGroup>& lanes) {
  std::set<std::pair<std::size_t, std::size_t>> grouped;
  for (const LaneGroup& group : lanes)
    for (const Place& first : group.places)
      for (std::size_t e = 0; e < group.width; ++e) grouped.emplace(first.output, first.element + e);
  std::map<NodeIndex, std::vector<Place>> results;
  for (std::size_t k = 0; k < program.outputs.size(); ++k)
    for (std::size_t e = 0; e < program.outputs[k].nodes.size(); ++e)
      if (!grouped.count({k, e})) results[program.outputs[k].nodes[e]].push_back({k, e});
  return results;
}

}  // namespace tauforge::passes
