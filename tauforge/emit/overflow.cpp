#include "tauforge/emit/overflow.h"

#include <algorithm>

namespace tauforge::emit {

bool overflows(const expression::Program& program, const CStyle& style) {
  if (!program.graph) return false;
  const auto nodes = reachable(program);
  return std::any_of(nodes.begin(), nodes.end(), [&](expression::NodeIndex i) {
    const expression::Node& node = program.graph->node(i);
    return node.op == expression::Operation::constant && !has_literal(node.value, style);
  });
}

std::string function_that_overflows(const Unit& unit) {
  for (const UnitFunction& f : unit.functions) {
    bool found = false;
    for (const auto* program : {&f.program, &f.setup, &f.rolled.before, &f.rolled.after})
      found = found || overflows(*program, unit.style);
    for (const RolledLimbs& group : f.rolled.groups) {
      found = found || overflows(group.program, unit.style);
      for (const auto& number : group.numbers)
        for (const double value : number) found = found || !has_literal(value, unit.style);
    }
    if (found) return f.name;
  }
  return "";
}

}  // namespace tauforge::emit
