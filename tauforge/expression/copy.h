// Nodes of one graph copied into another, with their labels. Values may be replaced by inputs on the way.
#pragma once

#include <map>
#include <string>

#include "tauforge/expression/program.h"

namespace tauforge::expression {

class GraphCopy {
 public:
  GraphCopy(const Graph& from, Graph& to) : from_(from), to_(to) {}

  Argument argument(const Argument& argument);
  NodeIndex replace_by_input(NodeIndex node, const std::string& name, Binding binding);
  void replace(NodeIndex node, NodeIndex by) { copied_[node] = by; }  // by a node of the new graph
  NodeIndex operator()(NodeIndex node);                               // the copy of a node and of everything below it

 private:
  const Graph& from_;
  Graph& to_;
  std::map<NodeIndex, NodeIndex> copied_;
};

}  // namespace tauforge::expression
