#include "tauforge/expression/copy.h"

#include <vector>

#include "tauforge/diagnostic/require.h"

namespace tauforge::expression {

Argument GraphCopy::argument(const Argument& argument) {
  Argument copy = argument;
  for (NodeIndex& node : copy.nodes) node = replace_by_input(node, from_.input(node).name, from_.binding(node));
  return copy;
}

NodeIndex GraphCopy::replace_by_input(NodeIndex node, const std::string& name, Binding binding) {
  return copied_[node] = to_.input(name, binding);
}

NodeIndex GraphCopy::operator()(NodeIndex node) {
  std::vector<NodeIndex> pending{node};  // a graph can be deeper than the stack
  while (!pending.empty()) {
    const NodeIndex i = pending.back();
    if (copied_.count(i)) {
      pending.pop_back();
      continue;
    }
    const Node& original = from_.node(i);
    bool ready = true;
    for (const NodeIndex argument : {original.a, original.b})
      if (argument >= 0 && !copied_.count(argument)) pending.push_back(argument), ready = false;
    if (!ready) continue;
    pending.pop_back();
    NodeIndex made = -1;
    switch (arity(original.op)) {
      case 0: made = to_.constant(original.value); break;
      case 1: made = to_.apply(original.op, copied_.at(original.a)); break;
      default: made = to_.apply(original.op, copied_.at(original.a), copied_.at(original.b)); break;
    }
    diagnostic::require(original.op != Operation::input, "an input is copied as an argument before it is used");
    if (const Label* label = from_.label_of(i)) to_.label(made, *label);
    copied_[i] = made;
  }
  return copied_.at(node);
}

}  // namespace tauforge::expression
