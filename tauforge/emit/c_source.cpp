#include "tauforge/emit/c_source.h"

#include <fmt/format.h>

#include <map>

#include "tauforge/emit/identifier.h"

namespace tauforge::emit {

namespace {

using expression::Graph;
using expression::Node;
using expression::NodeIndex;
using expression::Operation;

// The shortest decimal that reads back as the same double.
std::string number_text(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return value < 0.0 ? "(" + text + ")" : text;
}

std::string operation_text(Operation op, const std::string& a, const std::string& b) {
  switch (op) {
    case Operation::negate: return "-" + a;
    case Operation::add: return a + " + " + b;
    case Operation::subtract: return a + " - " + b;
    case Operation::multiply: return a + " * " + b;
    case Operation::divide: return a + " / " + b;
    case Operation::sine: return "sin(" + a + ")";
    case Operation::cosine: return "cos(" + a + ")";
    case Operation::square_root: return "sqrt(" + a + ")";
    case Operation::exponential: return "exp(" + a + ")";
    case Operation::hyperbolic_tangent: return "tanh(" + a + ")";
    case Operation::sign: return fmt::format("({0} > 0.0 ? 1.0 : {0} < 0.0 ? -1.0 : {0} == 0.0 ? 0.0 : {0})", a);
    case Operation::constant:
    case Operation::input: break;
  }
  return a;
}

}  // namespace

std::string c_source(const expression::Program& program, const std::string& comment) {
  const Graph& graph = *program.graph;
  UniqueNames unique;
  std::map<NodeIndex, std::string> text;  // how each node is written where it is used
  std::string arguments, unused, meanings;
  const std::string function = unique(program.name);
  for (const auto& argument : program.arguments) {
    const std::string name = unique(argument.name);
    arguments += fmt::format("{}const double {}[{}]", arguments.empty() ? "" : ", ", name, argument.nodes.size());
    for (std::size_t i = 0; i < argument.nodes.size(); ++i) text[argument.nodes[i]] = fmt::format("{}[{}]", name, i);
    unused += fmt::format("  (void){};\n", name);
    meanings += fmt::format(" * {}[{}]: {}\n", name, argument.nodes.size(), c_comment_text(argument.meaning));
  }
  std::string results, body;
  std::vector<std::string> result_names;
  for (const auto& output : program.outputs) {
    result_names.push_back(unique(output.name));
    results += fmt::format("{}double {}[{}]", arguments.empty() && results.empty() ? "" : ", ", result_names.back(),
                           output.nodes.size());
    meanings +=
        fmt::format(" * {}[{}]: {}\n", result_names.back(), output.nodes.size(), c_comment_text(output.meaning));
  }
  for (const NodeIndex i : reachable(program)) {
    const Node& node = graph.node(i);
    if (node.op == Operation::input) continue;
    if (node.op == Operation::constant) {
      text[i] = number_text(node.value);
      continue;
    }
    const std::string wanted = graph.name_of(i);
    const std::string name = unique(wanted.empty() ? fmt::format("t{}", i) : wanted);
    body += fmt::format("  const double {} = {};\n", name,
                        operation_text(node.op, text.at(node.a), node.b < 0 ? "" : text.at(node.b)));
    text[i] = name;
  }
  for (std::size_t k = 0; k < program.outputs.size(); ++k)
    for (std::size_t i = 0; i < program.outputs[k].nodes.size(); ++i)
      body += fmt::format("  {}[{}] = {};\n", result_names[k], i, text.at(program.outputs[k].nodes[i]));
  return fmt::format("/* {}\n{} */\n#include <math.h>\n\nvoid {}({}{});\n\nvoid {}({}{})\n{{\n{}{}}}\n",
                     c_comment_text(comment), meanings, function, arguments, results, function, arguments, results,
                     unused, body);
}

}  // namespace tauforge::emit
