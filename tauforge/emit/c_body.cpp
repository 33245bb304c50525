#include "tauforge/emit/c_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <utility>

#include "tauforge/diagnostic/require.h"
#include "tauforge/emit/lane_groups.h"
#include "tauforge/emit/statement_order.h"

namespace tauforge::emit {

using expression::Graph;
using expression::Node;
using expression::NodeIndex;
using expression::Operation;
using expression::Program;

bool has_literal(double value, const CStyle& style) {
  return std::abs(value) <= (style.single_precision ? static_cast<double>(std::numeric_limits<float>::max())
                                                    : std::numeric_limits<double>::max());  // false for NaN
}

std::string number_text(double value, const CStyle& style) {
  diagnostic::require(has_literal(value, style), "numbers in generated code are finite");
  std::string text = style.single_precision ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  if (style.single_precision) text += "f";
  return value < 0.0 ? "(" + text + ")" : text;
}

std::string NamedConstants::text(double value) {
  const std::string written = number_text(value, style_);
  if (written.size() <= 4 || style_.octave) return written;
  const auto [found, fresh] = known_.emplace(value, "");
  if (fresh) {
    found->second = names_(fmt::format("K{}", known_.size()));
    const auto origin = origins_.find(value);
    fresh_ += fmt::format("#define {} {}{}\n", found->second, written,
                          origin == origins_.end() ? "" : " /* " + c_comment_text(origin->second) + " */");
  }
  return found->second;
}

std::string NamedConstants::definitions() { return std::exchange(fresh_, ""); }

namespace {

enum Strength { sum = 1, product = 2, sign = 3, atom = 4 };

struct Text {
  std::string text;
  int strength = atom;  // of the operator that was applied last
};

class Writer {
 public:
  Writer(const Program& program, const CAccess& access, const CStyle& style, UniqueNames& names,
         NamedConstants& constants, const std::string& indent)
      : program_(program),
        graph_(*program.graph),
        access_(access),
        style_(style),
        names_(names),
        constants_(constants),
        indent_(indent),
        text_(static_cast<std::size_t>(graph_.size())),
        uses_(static_cast<std::size_t>(graph_.size()), 0) {}

  CBody write() {
    if (access_.tile == 0 && access_.groups && !style_.octave) groups_ = lane_groups(program_);
    // the tables of lanes want the order of the recording, where each is made well before it is read
    const std::vector<NodeIndex> order = groups_.empty() ? statement_order(program_) : needed_beside_lanes();
    for (const NodeIndex i : order)
      for (const NodeIndex argument : {graph_.node(i).a, graph_.node(i).b})
        if (argument >= 0) ++uses_[at(argument)];
    std::map<NodeIndex, std::vector<std::string>> results = single_results();  // where a node goes
    for (const auto& output : program_.outputs)
      body_.stored_singly.push_back(stores_singly() && !std::all_of(output.nodes.begin(), output.nodes.end(),
                                                                    [&](NodeIndex i) { return is_zero(i); }));
    for (const auto& [node, places] : results) uses_[at(node)] += static_cast<int>(places.size());
    for (const auto& [table, name] : tables_)
      for (const LaneNumber& number : table)
        if (number.node >= 0) ++uses_[at(number.node)];
    for (const LaneGroup& group : groups_)
      for (const LaneTerm& term : group.terms)
        if (term.factor >= 0) uses_[at(term.factor)] += 2;  // so that it gets a name
    // a sign is written wherever its value is used, so that value is used as often
    for (const NodeIndex i : order)
      if (graph_.node(i).op == Operation::negate && uses_[at(i)] > 1) uses_[at(graph_.node(i).a)] += uses_[at(i)] - 1;
    for (std::size_t k = 0; k < program_.arguments.size(); ++k)
      for (std::size_t e = 0; e < program_.arguments[k].nodes.size(); ++e)
        text_[at(program_.arguments[k].nodes[e])] = {access_.arguments[k][e]};
    if (!style_.libm) write_angles(order);
    if (!style_.octave) name_zero(results);
    if (access_.tile == 0 && !style_.octave) write_zeros(results);
    for (const NodeIndex i : order) {
      if (text_[at(i)].text.empty()) body_.statements += statement(i);
      // at once: a result that waits for the end occupies a register or goes through memory twice
      if (const auto found = results.find(i); found != results.end())
        for (const auto& result : found->second)
          body_.statements += fmt::format("{}{} = {};\n", indent_, result, text_[at(i)].text);
      write_lanes(i);
    }
    return body_;
  }

 private:
  static std::size_t at(NodeIndex i) { return static_cast<std::size_t>(i); }
  static bool is_trigonometric(Operation op) { return op == Operation::sine || op == Operation::cosine; }

  // Tiles keep the angles of all states in one flat array.
  std::string angle_text(const char* array, int k) const {
    return access_.tile > 0 ? fmt::format("{}[{} + l]", array, k * access_.tile) : fmt::format("{}[{}]", array, k);
  }

  // Results that are not part of a group.
  std::map<NodeIndex, std::vector<std::string>> single_results() const {
    std::set<std::pair<std::size_t, std::size_t>> grouped;
    for (const LaneGroup& group : groups_)
      for (const auto& [output, first] : group.places)
        for (std::size_t e = 0; e < group.width; ++e) grouped.emplace(output, first + e);
    std::map<NodeIndex, std::vector<std::string>> results;
    for (std::size_t k = 0; k < program_.outputs.size(); ++k)
      for (std::size_t e = 0; e < program_.outputs[k].nodes.size(); ++e)
        if (!grouped.count({k, e})) results[program_.outputs[k].nodes[e]].push_back(place(k, e));
    return results;
  }
  bool stores_singly() const { return groups_.empty() && !access_.singly.empty(); }
  std::string place(std::size_t k, std::size_t e) const {
    const std::string& text = access_.outputs[k][e];
    // rows of zeros may be vectors
    if (!stores_singly() || is_zero(program_.outputs[k].nodes[e])) return text;
    return access_.singly[k] + text.substr(c_identifier(program_.outputs[k].name).size());
  }

  // What single results and groups are made of, in the order of the recording. Finds out when each group and table can
  // be written.
  std::vector<NodeIndex> needed_beside_lanes() {
    std::set<NodeIndex> needed;
    for (const auto& [node, places] : single_results()) needed.insert(node);
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      NodeIndex last = 0;
      for (const LaneTerm& term : groups_[g].terms) {
        if (term.factor >= 0) needed.insert(term.factor);
        NodeIndex last_of_table = 0;
        for (const LaneNumber& number : term.table)
          if (number.node >= 0) needed.insert(number.node), last_of_table = std::max(last_of_table, number.node);
        if (tables_.emplace(term.table, "").second) ready_tables_[last_of_table].push_back(term.table);
        last = std::max({last, last_of_table, term.factor});
      }
      ready_groups_[last].push_back(g);
    }
    return needed_by({needed.begin(), needed.end()});
  }

  // Tables and groups that were waiting for this node.
  void write_lanes(NodeIndex i) {
    if (const auto found = ready_tables_.find(i); found != ready_tables_.end())
      for (const LaneTable& table : found->second) {
        std::string numbers;
        for (const LaneNumber& number : table)
          numbers +=
              (numbers.empty() ? "" : ", ") + (number.node < 0   ? number_text(0.0, style_)
                                               : number.negative ? operation({Operation::negate, number.node}).text
                                                                 : text_[at(number.node)].text);
        std::string& name = tables_[table];
        name = names_(fmt::format("F{}", ++table_count_));
        body_.statements +=
            fmt::format("{}const {} {}[{}] = {{{}}};\n", indent_, style_.type(), name, table.size(), numbers);
      }
    const auto found = ready_groups_.find(i);
    if (found == ready_groups_.end()) return;
    for (const std::size_t g : found->second) {
      const LaneGroup& group = groups_[g];
      std::string sum;
      for (const LaneTerm& term : group.terms)
        sum += (term.negative ? (sum.empty() ? "-" : " - ") : (sum.empty() ? "" : " + ")) +
               (term.factor < 0 ? "" : guarded(term.factor, atom) + " * ") + tables_[term.table] + "[k]";
      std::string places;
      for (const auto& [output, first] : group.places)
        places += fmt::format("{}[{} + k] = ", c_identifier(program_.outputs[output].name), first);
      body_.statements += fmt::format("{}for (int k = 0; k < {}; ++k) {}{};\n", indent_, group.width, places, sum);
    }
  }

  // Before everything else, so that between them there are gaps: gcc makes vectors of each row of zeros then.
  void write_zeros(std::map<NodeIndex, std::vector<std::string>>& results) {
    for (auto result = results.begin(); result != results.end();) {
      if (!is_zero(result->first)) {
        ++result;
        continue;
      }
      for (const auto& place : result->second)
        body_.zeros +=
            fmt::format("{}{} = {};\n", indent_, place, body_.zero.empty() ? number_text(0.0, style_) : body_.zero);
      result = results.erase(result);
    }
  }

  // Rows of zeros are set to a zero with a name, which the caller declares so that it hides its value.
  void name_zero(const std::map<NodeIndex, std::vector<std::string>>& results) {
    const std::size_t long_row = access_.tile > 0 ? 1 : 16;
    for (const auto& [i, places] : results)
      if (is_zero(i) && places.size() >= long_row) text_[at(i)] = {body_.zero = names_("zero")};
  }
  bool is_zero(NodeIndex i) const { return graph_.node(i).op == Operation::constant && graph_.node(i).value == 0.0; }

  // All angles that do not depend on another angle's sine.
  void write_angles(const std::vector<NodeIndex>& order) {
    std::vector<bool> after(text_.size(), false);  // depends on a sine or cosine
    std::map<NodeIndex, int> slot;                 // of an angle
    std::vector<NodeIndex> angles;
    // In single precision every sum of angles comes from its parts (emit/sincos.h), so these are wanted as well.
    const std::function<void(NodeIndex)> want = [&](NodeIndex i) {
      if (!slot.emplace(i, 0).second) return;
      angles.push_back(i);
      const Node& node = graph_.node(i);
      if (!style_.single_precision || (node.op != Operation::add && node.op != Operation::subtract)) return;
      want(node.a), want(node.b);
    };
    for (const NodeIndex i : order) {
      const Node& node = graph_.node(i);
      after[at(i)] = is_trigonometric(node.op);
      for (const NodeIndex argument : {node.a, node.b})
        if (argument >= 0 && after[at(argument)]) after[at(i)] = true;
      if (!is_trigonometric(node.op) || after[at(node.a)]) continue;
      want(node.a);
    }
    // sums of other angles last, in the order in which they are made of each other
    const auto is_sum = [&](NodeIndex i) {
      const Node& node = graph_.node(i);
      return (node.op == Operation::add || node.op == Operation::subtract) && slot.count(node.a) && slot.count(node.b);
    };
    const auto first_sum = std::stable_partition(angles.begin(), angles.end(), [&](NodeIndex i) { return !is_sum(i); });
    std::sort(first_sum, angles.end());
    for (std::size_t k = 0; k < angles.size(); ++k) slot[angles[k]] = static_cast<int>(k);
    for (auto i = first_sum; i != angles.end(); ++i) {
      const Node& node = graph_.node(*i);
      body_.sums.push_back({slot[*i], slot[node.a], slot[node.b], node.op == Operation::subtract});
    }
    body_.angle_count = static_cast<int>(angles.size());
    for (const NodeIndex i : needed_by(angles))
      if (text_[at(i)].text.empty()) body_.angles += statement(i);
    for (std::size_t k = 0; k < angles.size(); ++k)
      body_.angles +=
          fmt::format("{}{} = {};\n", indent_, angle_text("angle", static_cast<int>(k)), text_[at(angles[k])].text);
    for (const NodeIndex i : order) {
      const Node& node = graph_.node(i);
      if (!is_trigonometric(node.op) || !slot.count(node.a)) continue;
      const std::string from = angle_text(node.op == Operation::sine ? "sine" : "cosine", slot[node.a]);
      const std::string wanted = graph_.name_of(i);
      const std::string name = names_(
          wanted.empty() ? fmt::format("{}{}", node.op == Operation::sine ? "Sa" : "Ca", slot[node.a] + 1) : wanted);
      body_.statements += fmt::format("{}{}{} = {};\n", indent_, style_.declaration(), name, from);
      text_[at(i)] = {name};
    }
  }

  // What the angles are made of, arguments first.
  std::vector<NodeIndex> needed_by(const std::vector<NodeIndex>& angles) const {
    std::set<NodeIndex> needed(angles.begin(), angles.end());
    for (auto it = needed.rbegin(); it != needed.rend(); ++it)
      for (const NodeIndex argument : {graph_.node(*it).a, graph_.node(*it).b})
        if (argument >= 0) needed.insert(argument);
    return {needed.begin(), needed.end()};
  }

  // Gives the node its text; the statement is empty where the text stands inside its only user.
  std::string statement(NodeIndex i) {
    const Node& node = graph_.node(i);
    if (node.op == Operation::constant) {
      text_[at(i)] = {constants_.text(node.value)};
      return "";
    }
    Text expression = operation(node);
    const std::string wanted = graph_.name_of(i);
    constexpr std::size_t longest_inside = 60;
    const bool inside = wanted.empty() && expression.text.size() <= longest_inside &&
                        (uses_[at(i)] <= 1 || (node.op == Operation::negate && is_name(text_[at(node.a)].text)));
    if (inside) {
      text_[at(i)] = std::move(expression);
      return "";
    }
    const std::string hint = graph_.name_or_hint_of(i);
    const std::string name = names_(hint.empty() ? fmt::format("t{}", ++temporaries_) : hint);
    text_[at(i)] = {name};
    return fmt::format("{}{}{} = {};\n", indent_, style_.declaration(), name, expression.text);
  }

  // Repeating it repeats no operation.
  static bool is_name(const std::string& text) { return text.find_first_of(" (") == std::string::npos; }

  std::string guarded(NodeIndex i, int at_least) const {
    const Text& t = text_[at(i)];
    return t.strength >= at_least ? t.text : "(" + t.text + ")";
  }

  Text operation(const Node& node) const {
    const auto call = [&](const char* name) {
      return Text{fmt::format("{}{}({})", name, style_.single_precision ? "f" : "", text_[at(node.a)].text)};
    };
    switch (node.op) {
      case Operation::negate: {
        const Node& of = graph_.node(node.a);
        if (of.op == Operation::subtract && text_[at(node.a)].strength == sum)  // b - a rather than -(a - b)
          return {guarded(of.b, sum) + " - " + guarded(of.a, product), sum};
        return {"-" + guarded(node.a, atom), sign};
      }
      case Operation::add: return {guarded(node.a, sum) + " + " + guarded(node.b, product), sum};
      case Operation::subtract: return {guarded(node.a, sum) + " - " + guarded(node.b, product), sum};
      case Operation::multiply: return {guarded(node.a, product) + " * " + guarded(node.b, sign), product};
      case Operation::divide: return {guarded(node.a, product) + " / " + guarded(node.b, sign), product};
      case Operation::sine: return call("sin");
      case Operation::cosine: return call("cos");
      case Operation::square_root: return call("sqrt");
      case Operation::exponential: return call("exp");
      case Operation::hyperbolic_tangent: return call("tanh");
      case Operation::sign:
        return {fmt::format("{}({})", style_.octave ? "sign" : style_.sign, text_[at(node.a)].text)};
      case Operation::constant:
      case Operation::input: break;
    }
    return {};
  }

  const Program& program_;
  const Graph& graph_;
  const CAccess& access_;
  const CStyle& style_;
  UniqueNames& names_;
  NamedConstants& constants_;
  std::string indent_;
  std::vector<Text> text_;
  std::vector<int> uses_;
  CBody body_;
  int temporaries_ = 0, table_count_ = 0;
  std::vector<LaneGroup> groups_;
  std::map<LaneTable, std::string> tables_;                   // with their names
  std::map<NodeIndex, std::vector<LaneTable>> ready_tables_;  // by the node that completes them
  std::map<NodeIndex, std::vector<std::size_t>> ready_groups_;
};

}  // namespace

CBody c_body(const Program& program, const CAccess& access, const CStyle& style, UniqueNames names,
             NamedConstants& constants, const std::string& indent) {
  return Writer(program, access, style, names, constants, indent).write();
}

}  // namespace tauforge::emit
