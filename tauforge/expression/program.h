// A recorded function: a graph and the named results read off it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tauforge/expression/expr.h"
#include "tauforge/expression/graph.h"

namespace tauforge::expression {

// An array argument of the function: consecutive inputs that share a name, as q[0], q[1] ...
struct Argument {
  std::string name;
  std::string meaning;                     // one line for the reader of generated code, with the unit
  std::vector<NodeIndex> nodes;            // its elements
  std::vector<std::string> elements = {};  // their names where they have any: then it is a struct, not an array
};

struct Output {
  std::string name;
  std::string meaning;
  std::vector<NodeIndex> nodes;
  std::vector<std::string> elements = {};
};

struct Program {
  std::string name;
  std::shared_ptr<Graph> graph = std::make_shared<Graph>();
  std::vector<Argument> arguments;
  std::vector<Output> outputs;

  // Adds an array of inputs and returns them.
  std::vector<Expr> add_argument(std::string name, int size, Binding binding, std::string meaning);
  void add_output(std::string name, const std::vector<Expr>& values, std::string meaning);
};

// The nodes that the outputs need, arguments before users.
std::vector<NodeIndex> reachable(const Program& program);

// The outputs, one after another, for inputs given one after another in the order of `arguments`.
std::vector<double> evaluate(const Program& program, const std::vector<double>& inputs);

}  // namespace tauforge::expression
