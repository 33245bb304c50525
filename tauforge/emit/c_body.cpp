#include "tauforge/emit/c_body.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>

#include "tauforge/diagnostic/require.h"
#include "tauforge/emit/step_comments.h"

namespace tauforge::emit {

using expression::Graph;
using expression::Node;
using expression::NodeIndex;
using expression::Operation;
using expression::Program;
using passes::LaneGroup;
using passes::LaneNumber;
using passes::LaneTable;
using passes::LaneTerm;
using passes::Layout;
using passes::Place;

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
  if (written.size() <= 4 || style_.language == Language::octave) return written;
  const auto [found, fresh] = known_.emplace(value, "");
  if (fresh) {
    found->second = names_(fmt::format("K{}", known_.size()));
    const auto origin = origins_.find(value);
    const std::string comment = origin == origins_.end() ? "" : " /* " + c_comment_text(origin->second) + " */";
    fresh_ += style_.language == Language::javascript
                  ? fmt::format("const {} = {};{}\n", found->second, written, comment)
                  : fmt::format("#define {} {}{}\n", found->second, written, comment);
  }
  return found->second;
}

std::string NamedConstants::definitions() { return std::exchange(fresh_, ""); }

namespace {

enum Strength { sum = 1, product = 2, sign = 3, atom = 4 };

struct Text {
  std::string text;
  int strength = atom;     // of the operator that was applied last
  std::size_t excess = 0;  // by how much names of values make it longer than names like t12 would
};
constexpr std::size_t plain_name = 3;

class Writer {
 public:
  Writer(const Program& program, const Layout& layout, const CAccess& access, const CStyle& style, UniqueNames& names,
         NamedConstants& constants, const std::string& indent)
      : program_(program),
        graph_(*program.graph),
        layout_(layout),
        access_(access),
        style_(style),
        names_(names),
        constants_(constants),
        indent_(indent),
        text_(static_cast<std::size_t>(graph_.size())),
        uses_(static_cast<std::size_t>(graph_.size()), 0) {}

  CBody write() {
    diagnostic::require(!layout_.schedule.order.empty() || program_.outputs.empty(),
                        "a program is laid out, then printed");
    const auto results = passes::single_results(program_, layout_.lanes);
    count_uses(results);
    for (std::size_t k = 0; k < program_.arguments.size(); ++k)
      for (std::size_t e = 0; e < program_.arguments[k].nodes.size(); ++e)
        text_[program_.arguments[k].nodes[e]] = {access_.arguments[k][e]};
    write_angles();
    if (layout_.zeros.hidden >= 0) text_[layout_.zeros.hidden] = {body_.zero = names_("zero")};
    for (const Place& zero : layout_.zeros.first)
      body_.zeros +=
          fmt::format("{}{} = {};\n", indent_, place(zero), body_.zero.empty() ? number_text(0.0, style_) : body_.zero);
    for (const NodeIndex i : layout_.schedule.order) {
      if (text_[i].text.empty()) body_.statements += statement(i);
      // at once: a result that waits for the end occupies a register or goes through memory twice
      const auto found = results.find(i);
      if (found != results.end() && !is_written(i))
        for (const Place& result : found->second)
          body_.statements += fmt::format("{}{} = {};\n", indent_, place(result), text_[i].text);
      write_lanes(i);
    }
    return body_;
  }

 private:
  // Tiles keep the angles of all states in one flat array.
  std::string angle_text(const char* array, std::size_t k) const {
    return access_.tile > 0 ? fmt::format("{}[{} + l]", array, k * static_cast<std::size_t>(access_.tile))
                            : fmt::format("{}[{}]", array, k);
  }

  std::string place(const Place& place) const {
    const auto& [k, e] = place;
    const std::string& text = access_.outputs[k][e];
    if (layout_.singly.empty() || !layout_.singly[k] || passes::is_zero(program_, program_.outputs[k].nodes[e]))
      return text;
    return access_.singly[k] + text.substr(c_identifier(program_.outputs[k].name).size());
  }
  // Before everything else.
  bool is_written(NodeIndex i) const { return !layout_.zeros.first.empty() && passes::is_zero(program_, i); }

  void count_uses(const std::map<NodeIndex, std::vector<Place>>& results) {
    const auto& order = layout_.schedule.order;
    for (const NodeIndex i : order)
      for (const NodeIndex argument : {graph_.node(i).a, graph_.node(i).b})
        if (argument >= 0) ++uses_[argument];
    for (const auto& [node, places] : results) uses_[node] += static_cast<int>(places.size());
    for (const auto& [node, tables] : layout_.schedule.tables)
      for (const LaneTable& table : tables)
        for (const LaneNumber& number : table)
          if (number.node >= 0) ++uses_[number.node];
    for (const LaneGroup& group : layout_.lanes)
      for (const LaneTerm& term : group.terms)
        if (term.factor >= 0) uses_[term.factor] += 2;  // so that it gets a name
    // a sign is written wherever its value is used, so that value is used as often
    for (const NodeIndex i : order)
      if (graph_.node(i).op == Operation::negate && uses_[i] > 1) uses_[graph_.node(i).a] += uses_[i] - 1;
  }

  // Tables and groups that were waiting for this node.
  void write_lanes(NodeIndex i) {
    if (const auto found = layout_.schedule.tables.find(i); found != layout_.schedule.tables.end())
      for (const LaneTable& table : found->second) {
        std::string numbers;
        for (const LaneNumber& number : table)
          numbers +=
              (numbers.empty() ? "" : ", ") + (number.node < 0   ? number_text(0.0, style_)
                                               : number.negative ? operation({Operation::negate, number.node}).text
                                                                 : text_[number.node].text);
        std::string& name = tables_[table];
        name = names_(fmt::format("F{}", ++table_count_));
        body_.statements +=
            fmt::format("{}const {} {}[{}] = {{{}}};\n", indent_, style_.type(), name, table.size(), numbers);
      }
    const auto found = layout_.schedule.groups.find(i);
    if (found == layout_.schedule.groups.end()) return;
    for (const std::size_t g : found->second) {
      const LaneGroup& group = layout_.lanes[g];
      std::string sum;
      for (const LaneTerm& term : group.terms)
        sum += (term.negative ? (sum.empty() ? "-" : " - ") : (sum.empty() ? "" : " + ")) +
               (term.factor < 0 ? "" : guarded(term.factor, atom) + " * ") + tables_[term.table] + "[k]";
      std::string places;
      for (const Place& first : group.places)
        places += fmt::format("{}[{} + k] = ", c_identifier(program_.outputs[first.output].name), first.element);
      body_.statements += fmt::format("{}for (int k = 0; k < {}; ++k) {}{};\n", indent_, group.width, places, sum);
    }
  }

  void write_angles() {
    const auto& angles = layout_.angles.nodes;
    std::map<NodeIndex, std::size_t> slot;
    for (std::size_t k = 0; k < angles.size(); ++k) slot[angles[k]] = k;
    for (const NodeIndex i : passes::needed_by(graph_, angles))
      if (text_[i].text.empty()) body_.angles += statement(i);
    for (std::size_t k = 0; k < angles.size(); ++k)
      body_.angles += fmt::format("{}{} = {};\n", indent_, angle_text("angle", k), text_[angles[k]].text);
    for (const NodeIndex i : layout_.schedule.order) {
      const Node& node = graph_.node(i);
      const bool is_sine = node.op == Operation::sine;
      if ((!is_sine && node.op != Operation::cosine) || !slot.count(node.a)) continue;
      const std::string from = angle_text(is_sine ? "sine" : "cosine", slot[node.a]);
      const std::string wanted = graph_.name_of(i);
      const std::string name =
          names_(wanted.empty() ? fmt::format("{}{}", is_sine ? "Sa" : "Ca", slot[node.a] + 1) : wanted);
      body_.statements += fmt::format("{}{}{} = {};\n", indent_, style_.declaration(), name, from);
      text_[i] = {name};
    }
  }

  // Gives the node its text; the statement is empty where the text stands inside its only user.
  std::string statement(NodeIndex i) {
    const Node& node = graph_.node(i);
    if (node.op == Operation::constant) {
      text_[i] = {constants_.text(node.value)};
      return "";
    }
    Text expression = operation(node);
    expression.excess = excess_of(node);
    const std::string wanted = graph_.name_of(i);
    constexpr std::size_t longest_inside = 60;
    // names must not decide where a value is computed: compilers keep the order of statements, and speed depends on it
    const bool inside = wanted.empty() && expression.text.size() - expression.excess <= longest_inside &&
                        (uses_[i] <= 1 || (node.op == Operation::negate && is_name(text_[node.a].text)));
    if (inside) {
      text_[i] = std::move(expression);
      return "";
    }
    const std::string hint = graph_.name_or_hint_of(i);
    const std::string name = names_(hint.empty() ? fmt::format("t{}", ++temporaries_) : hint);
    text_[i] = {name, atom, wanted.empty() && name.size() > plain_name ? name.size() - plain_name : 0};
    const std::string step = style_.language == Language::octave ? "" : steps_.before(name);
    return (step.empty() ? "" : fmt::format("{}/* {} */\n", indent_, step)) +
           fmt::format("{}{}{} = {};\n", indent_, style_.declaration(), name, expression.text);
  }

  std::size_t excess_of(const Node& node) const {
    if (node.op == Operation::negate && graph_.node(node.a).op == Operation::subtract && text_[node.a].strength == sum)
      return excess_of(graph_.node(node.a));
    std::size_t all = 0;
    for (const NodeIndex argument : {node.a, node.b})
      if (argument >= 0) all += text_[argument].excess;
    return all;
  }

  // Repeating it repeats no operation.
  static bool is_name(const std::string& text) { return text.find_first_of(" (") == std::string::npos; }

  std::string guarded(NodeIndex i, int at_least) const {
    const Text& t = text_[i];
    return t.strength >= at_least ? t.text : "(" + t.text + ")";
  }

  Text operation(const Node& node) const {
    const auto call = [&](const char* name) {
      return Text{fmt::format("{}{}{}({})", style_.language == Language::javascript ? "Math." : "", name,
                              style_.single_precision ? "f" : "", text_[node.a].text)};
    };
    switch (node.op) {
      case Operation::negate: {
        const Node& of = graph_.node(node.a);
        if (of.op == Operation::subtract && text_[node.a].strength == sum)  // b - a rather than -(a - b)
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
        return style_.language == Language::c ? Text{style_.sign + "(" + text_[node.a].text + ")"} : call("sign");
      case Operation::constant:
      case Operation::input: break;
    }
    return {};
  }

  const Program& program_;
  const Graph& graph_;
  const Layout& layout_;
  const CAccess& access_;
  const CStyle& style_;
  UniqueNames& names_;
  NamedConstants& constants_;
  std::string indent_;
  std::vector<Text> text_;
  std::vector<int> uses_;
  CBody body_;
  StepComments steps_;
  int temporaries_ = 0, table_count_ = 0;
  std::map<LaneTable, std::string> tables_;  // with their names
};

}  // namespace

CBody c_body(const Program& program, const Layout& layout, const CAccess& access, const CStyle& style,
             UniqueNames names, NamedConstants& constants, const std::string& indent) {
  return Writer(program, layout, access, style, names, constants, indent).write();
}

}  // namespace tauforge::emit
