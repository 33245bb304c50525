#include "tauforge/compiler/two_rate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "tauforge/diagnostic/require.h"

namespace tauforge::compiler {

namespace {

using expression::Binding;
using expression::Expr;
using expression::Graph;
using expression::NodeIndex;
using expression::Operation;
using expression::Program;

constexpr const char* passed_on = "what the background task leaves for the synchronous one";

// An entry of D as (1) reads it: a number, or an element of the struct, negative perhaps.
struct Entry {
  double number = 0;
  int element = -1;  // -1: the number
  bool negative = false;
};

struct Equation {
  std::size_t n = 0;
  std::vector<Entry> D;            // row by row
  EquationPlaces places;           // of the elements
  std::vector<std::string> names;  // D12
};

Equation equation_of(const Program& coefficients) {
  diagnostic::require(coefficients.outputs.size() == 2, "the outputs of coefficients are D and DI");
  const Graph& graph = *coefficients.graph;
  const std::vector<NodeIndex>& D = coefficients.outputs[0].nodes;
  Equation e;
  e.n = coefficients.outputs[1].nodes.size();
  const std::size_t digits = e.n < 10 ? 10 : 100;  // D12, or D0102 ... as 102
  std::map<NodeIndex, int> known;
  for (std::size_t k = 0; k < D.size(); ++k) {
    Entry entry;
    NodeIndex node = D[k];
    if (graph.node(node).op == Operation::negate) node = graph.node(node).a, entry.negative = true;
    if (graph.node(node).op == Operation::constant) {
      entry.number = entry.negative ? -graph.node(node).value : graph.node(node).value;
    } else {
      const auto [found, is_new] = known.emplace(node, static_cast<int>(e.places.size()));
      entry.element = found->second;
      if (is_new) {
        e.places.push_back(k);
        e.names.push_back(fmt::format("D{}", (k / e.n + 1) * digits + k % e.n + 1));
      }
    }
    e.D.push_back(entry);
  }
  // the first place of a node may be where its negative stands: that one is passed on as it is
  for (Entry& entry : e.D)
    if (entry.element >= 0)
      entry.negative = entry.negative != (graph.node(D[e.places[entry.element]]).op == Operation::negate);
  return e;
}

void add_call(Function f, Request& request) {
  const bool asked = std::any_of(request.calls.begin(), request.calls.end(),
                                 [&](const Call& call) { return call.functions == std::vector{f}; });
  if (!asked) request.calls.push_back({{f}});
}

}  // namespace

EquationPlaces pass_on(Program& coefficients) {
  const Equation e = equation_of(coefficients);
  expression::Output equation{"equation", passed_on, {}, e.names};
  for (const std::size_t place : e.places) equation.nodes.push_back(coefficients.outputs[0].nodes[place]);
  if (e.places.empty())
    coefficients.outputs.erase(coefficients.outputs.begin());
  else
    coefficients.outputs[0] = std::move(equation);
  return e.places;
}

Program synchronous_program(const Program& coefficients) {
  const Equation e = equation_of(coefficients);
  Program program;
  program.name = "synchronous";
  const int n = static_cast<int>(e.n);
  std::vector<Expr> D;
  if (!e.places.empty()) {
    D = program.add_argument("equation", static_cast<int>(e.places.size()), Binding::slow, passed_on);
    program.arguments.back().elements = e.names;
  }
  const auto b = program.add_argument("b", n, Binding::slow, "velocity and gravity torques, h + D_i [N m or N]");
  const auto qdd = program.add_argument("qdd", n, Binding::fast, "accelerations [rad/s^2 or m/s^2]");
  std::vector<Expr> tau;
  for (std::size_t i = 0; i < e.n; ++i) {
    Expr sum = b[i];
    for (std::size_t j = 0; j < e.n; ++j) {
      const Entry& entry = e.D[i * e.n + j];
      if (entry.element < 0)
        sum = sum + Expr(entry.number) * qdd[j];
      else
        sum = entry.negative ? sum - D[entry.element] * qdd[j] : sum + D[entry.element] * qdd[j];
    }
    tau.push_back(sum);
  }
  program.add_output("tau", tau, functions::info(Function::inverse_dynamics).results[0].meaning);
  return program;
}

void add_two_rate_calls(Request& request) {
  for (const Function f : {Function::velocity_torque, Function::friction, Function::momentum}) add_call(f, request);
}

void add_observer_calls(Request& request) {
  for (const Function f : {Function::friction, Function::momentum}) add_call(f, request);
}

}  // namespace tauforge::compiler
