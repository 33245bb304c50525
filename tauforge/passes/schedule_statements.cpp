#include "tauforge/passes/schedule_statements.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace tauforge::passes {

namespace {

using expression::Graph;
using expression::Node;
using expression::NodeIndex;
using expression::Operation;
using expression::Program;

constexpr int per_cycle = 3;
constexpr int registers = 24;   // values alive from which on lives are ended first
constexpr int candidates = 64;  // that are compared then: keeps large programs fast

// Cycles until the result can be used. What stands in memory (inputs, constants, sines computed together) costs nothing.
int latency(Operation op) {
  switch (op) {
    case Operation::constant:
    case Operation::input:
    case Operation::sine:
    case Operation::cosine: return 0;
    case Operation::divide:
    case Operation::square_root: return 16;
    default: return 4;
  }
}

class ListScheduling {
 public:
  explicit ListScheduling(const Program& program) : graph_(*program.graph), all_(reachable(program)) {
    const auto size = static_cast<std::size_t>(graph_.size());
    users_.resize(size), missing_.resize(size), readers_.resize(size), height_.resize(size), start_.resize(size);
    for (const NodeIndex i : all_)
      for (const NodeIndex argument : arguments(i)) {
        users_[argument].push_back(i);
        ++missing_[i], ++readers_[argument];
      }
    for (const auto& output : program.outputs)
      for (const NodeIndex i : output.nodes) ++readers_[i];
    for (auto i = all_.rbegin(); i != all_.rend(); ++i) {
      for (const NodeIndex user : users_[*i]) height_[*i] = std::max(height_[*i], height_[user]);
      height_[*i] += latency(graph_.node(*i).op);
    }
  }

  std::vector<NodeIndex> run() {
    for (const NodeIndex i : all_)
      if (missing_[i] == 0) ready_.emplace(-height_[i], i);
    for (int cycle = 0; order_.size() < all_.size(); ++cycle) {
      for (auto now = waiting_.begin(); now != waiting_.end() && now->first <= cycle; now = waiting_.erase(now))
        for (const NodeIndex i : now->second) ready_.emplace(-height_[i], i);
      for (int slot = 0; slot < per_cycle && !ready_.empty();) {
        const NodeIndex i = take();
        place(i, cycle);
        if (latency(graph_.node(i).op) > 0) ++slot;
      }
    }
    return std::move(order_);
  }

 private:
  using Ready = std::set<std::pair<int, NodeIndex>>;  // the longest way first

  // Each once.
  std::vector<NodeIndex> arguments(NodeIndex i) const {
    const Node& node = graph_.node(i);
    std::vector<NodeIndex> result;
    if (node.a >= 0) result.push_back(node.a);
    if (node.b >= 0 && node.b != node.a) result.push_back(node.b);
    return result;
  }
  bool is_value(NodeIndex i) const {
    return graph_.node(i).op != Operation::constant && graph_.node(i).op != Operation::input;
  }

  int lives_ended(NodeIndex i) const {
    int ended = 0;
    for (const NodeIndex argument : arguments(i)) ended += is_value(argument) && readers_[argument] == 1;
    return ended;
  }

  NodeIndex take() {
    auto best = ready_.begin();
    if (alive_ >= registers) {
      int most = lives_ended(best->second), seen = 0;
      for (auto it = ready_.begin(); it != ready_.end() && seen < candidates; ++it, ++seen)
        if (const int ended = lives_ended(it->second); ended > most) best = it, most = ended;
    }
    const NodeIndex i = best->second;
    ready_.erase(best);
    return i;
  }

  void place(NodeIndex i, int cycle) {
    order_.push_back(i);
    alive_ += is_value(i);
    for (const NodeIndex argument : arguments(i))
      if (--readers_[argument] == 0 && is_value(argument)) --alive_;
    for (const NodeIndex user : users_[i]) {
      start_[user] = std::max(start_[user], cycle + latency(graph_.node(i).op));
      if (--missing_[user] > 0) continue;
      if (start_[user] <= cycle)
        ready_.emplace(-height_[user], user);
      else
        waiting_[start_[user]].push_back(user);
    }
  }

  const Graph& graph_;
  std::vector<NodeIndex> all_, order_;
  std::vector<std::vector<NodeIndex>> users_;
  std::vector<int> missing_;  // arguments not yet placed
  std::vector<int> readers_;  // users and outputs not yet placed
  std::vector<int> height_;   // cycles from the start of a node to the last output that needs it
  std::vector<int> start_;    // the first cycle in which all arguments are there
  Ready ready_;
  std::map<int, std::vector<NodeIndex>> waiting_;  // by that cycle
  int alive_ = 0;
};

}  // namespace

std::vector<NodeIndex> needed_by(const Graph& graph, const std::vector<NodeIndex>& nodes) {
  std::set<NodeIndex> needed(nodes.begin(), nodes.end());
  for (auto it = needed.rbegin(); it != needed.rend(); ++it)
    for (const NodeIndex argument : {graph.node(*it).a, graph.node(*it).b})
      if (argument >= 0) needed.insert(argument);
  return {needed.begin(), needed.end()};
}

Schedule as_recorded(const Program& program, const std::vector<LaneGroup>& lanes) {
  Schedule schedule;
  std::set<NodeIndex> needed;
  for (const auto& [node, places] : single_results(program, lanes)) needed.insert(node);
  std::set<LaneTable> known;
  for (std::size_t g = 0; g < lanes.size(); ++g) {
    NodeIndex last = 0;
    for (const LaneTerm& term : lanes[g].terms) {
      if (term.factor >= 0) needed.insert(term.factor);
      NodeIndex last_of_table = 0;
      for (const LaneNumber& number : term.table)
        if (number.node >= 0) needed.insert(number.node), last_of_table = std::max(last_of_table, number.node);
      if (known.insert(term.table).second) schedule.tables[last_of_table].push_back(term.table);
      last = std::max({last, last_of_table, term.factor});
    }
    schedule.groups[last].push_back(g);
  }
  schedule.order = needed_by(*program.graph, {needed.begin(), needed.end()});
  return schedule;
}

Schedule schedule_statements(const Program& program, const std::vector<LaneGroup>& lanes) {
  return lanes.empty() ? Schedule{ListScheduling(program).run()} : as_recorded(program, lanes);
}

}  // namespace tauforge::passes
