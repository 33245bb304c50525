// A directed acyclic graph of operations. Equal operations on equal arguments are one node.
//
// Building a node applies only rules that are exact in floating point for finite values (zeros
// compared with ==): 0 and +-1 fold, literals fold, signs move outwards, sums and products commute.
// So a program emitted from the graph gives bit for bit what the recorded template gives in double.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tauforge/expression/operation.h"

namespace tauforge::expression {

using NodeIndex = std::int32_t;

struct Node {
  Operation op;
  NodeIndex a = -1, b = -1;  // arguments, as many as arity(op)
  double value = 0;          // of a constant
};

struct Input {
  std::string name;
  Binding binding;
};

// A paper's symbol for a node: w, 3, x. The texts are literals of the program: they are not copied.
struct Label {
  const char* symbol;
  int index;
  const char* component;     // empty: a scalar
  bool is_hint = false;      // for a statement that needs a name anyway; passes and printers do not see it otherwise
  bool is_negative = false;  // the node is its negative
};

class Graph {
 public:
  NodeIndex constant(double value);
  NodeIndex input(std::string name, Binding binding);
  NodeIndex apply(Operation op, NodeIndex a);
  NodeIndex apply(Operation op, NodeIndex a, NodeIndex b);

  const Node& node(NodeIndex i) const { return nodes_[static_cast<std::size_t>(i)]; }
  NodeIndex size() const { return static_cast<NodeIndex>(nodes_.size()); }
  const Input& input(NodeIndex node) const { return inputs_.at(node); }
  // The latest binding among what the node depends on.
  Binding binding(NodeIndex i) const { return bindings_[static_cast<std::size_t>(i)]; }

  // Labels. The first one wins, but for a hint; a constant or an input keeps its own name. What a label's node is the negative
  // of is given a hint.
  void label(NodeIndex node, const Label& label);
  const Label* label_of(NodeIndex node) const;        // null: none; may be a hint
  bool is_named(NodeIndex node) const;                // not only by a hint
  std::string name_of(NodeIndex node) const;          // "w3_x"; empty: none
  std::string name_or_hint_of(NodeIndex node) const;  // also "minus_w3_x"

  // Steps of a paper's algorithm: nodes made from now on belong to this step.
  void begin_step(int number) { step_ = number; }
  // Every step that asked for the node; more than one when steps share it.
  std::vector<int> steps_of(NodeIndex i) const;

 private:
  NodeIndex intern(const Node& node);
  std::size_t place_of(const Node& node) const;  // in known_: where the node is, or where it would go
  void make_room();
  NodeIndex combine(Operation op, NodeIndex a, NodeIndex b);
  bool is_constant(NodeIndex i, double value) const;
  bool is_negative(NodeIndex i) const;  // by a sign that can be taken off
  bool is_negation(NodeIndex i) const { return node(i).op == Operation::negate; }
  NodeIndex negated(NodeIndex i) { return apply(Operation::negate, i); }

  std::vector<Node> nodes_;
  std::vector<Binding> bindings_;
  std::vector<int> first_step_;                       // that made the node
  std::map<NodeIndex, std::vector<int>> more_steps_;  // that asked for it as well
  std::map<NodeIndex, Input> inputs_;
  std::vector<Label> labels_;     // by node as far as it goes; no symbol: none
  std::vector<NodeIndex> known_;  // nodes by the hash of their content, -1: a free place; its size is a power of two
  int step_ = 0;
};

// What one operation does to numbers: the single definition that folding and evaluation share.
double apply(Operation op, double a, double b = 0.0);

}  // namespace tauforge::expression
