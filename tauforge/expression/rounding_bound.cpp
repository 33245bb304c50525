#include "tauforge/expression/rounding_bound.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "tauforge/scalar/elementary.h"

namespace tauforge::expression {

namespace {

// dv/da and dv/db of v = op(a, b).
struct Slopes {
  double a = 0, b = 0;
};

Slopes slopes_of(Operation op, double a, double b, double v) {
  switch (op) {
    case Operation::negate: return {-1.0};
    case Operation::add: return {1.0, 1.0};
    case Operation::subtract: return {1.0, -1.0};
    case Operation::multiply: return {b, a};
    case Operation::divide: return {1.0 / b, -v / b};
    case Operation::sine: return {std::cos(a)};
    case Operation::cosine: return {-std::sin(a)};
    case Operation::square_root: return {v == 0.0 ? 0.0 : 0.5 / v};
    case Operation::exponential: return {v};
    case Operation::hyperbolic_tangent: return {1.0 - v * v};
    case Operation::sign:  // a step: flat on both sides
    case Operation::constant:
    case Operation::input: break;
  }
  return {};
}

// c_k |v_k| of (1)
double local_roundings(Operation op, double v) {
  switch (op) {
    case Operation::negate:
    case Operation::sign:
    case Operation::constant:
    case Operation::input: return 0.0;
    case Operation::sine:
    case Operation::cosine: return 4.0;
    case Operation::exponential:
    case Operation::hyperbolic_tangent: return 4.0 * std::abs(v);
    default: return std::abs(v);
  }
}

double error_of_constant(double v, double unit, bool traces) {
  if (v == std::round(v) && std::abs(v) * unit < 1.0) return 0.0;  // a small whole number
  if (traces && scalar::without_traces(v) == 0.0) return std::abs(v);
  return RoundingBound::constant_roundings * unit * std::abs(v);
}

}  // namespace

RoundingBound::RoundingBound(const Program& program, bool traces) : traces_(traces) {
  const Graph& graph = *program.graph;
  std::map<NodeIndex, std::size_t> place;
  for (const Argument& argument : program.arguments)
    for (const NodeIndex node : argument.nodes) place.emplace(node, place.size());
  std::vector<int> step_of(static_cast<std::size_t>(graph.size()), -1);
  const auto of = [&](NodeIndex i) { return i < 0 ? -1 : step_of[static_cast<std::size_t>(i)]; };
  for (const NodeIndex i : reachable(program)) {
    const Node& node = graph.node(i);
    step_of[static_cast<std::size_t>(i)] = static_cast<int>(steps_.size());
    steps_.push_back({node.op, of(node.a), of(node.b), node.value, node.op == Operation::input ? place.at(i) : 0});
  }
  for (const Output& output : program.outputs)
    for (const NodeIndex node : output.nodes) results_.push_back(of(node));
}

Rounded RoundingBound::operator()(const std::vector<double>& inputs, const std::vector<double>& input_error,
                                  double unit) const {
  const std::size_t size = steps_.size();
  std::vector<double> value(size), error(size), weight(size, 0.0);
  std::vector<Slopes> slopes(size);
  for (std::size_t k = 0; k < size; ++k) {
    const Step& step = steps_[k];
    const double a = step.a < 0 ? 0.0 : value[step.a], b = step.b < 0 ? 0.0 : value[step.b];
    if (step.op == Operation::input)
      value[k] = inputs.at(step.input), error[k] = input_error.at(step.input);
    else if (step.op == Operation::constant)
      value[k] = step.constant, error[k] = error_of_constant(step.constant, unit, traces_);
    else
      value[k] = apply(step.op, a, b);
    error[k] += unit * local_roundings(step.op, value[k]);  // (1)
    slopes[k] = slopes_of(step.op, a, b, value[k]);
  }
  std::map<int, double> known;  // results that are the same, as in symmetric matrices
  Rounded rounded;
  for (const int result : results_) {
    rounded.value.push_back(value[result]);
    const auto [found, fresh] = known.emplace(result, 0.0);
    if (fresh) {
      weight[result] = 1.0;
      for (int k = result; k >= 0; --k) {
        const double w = weight[k];
        if (w == 0.0) continue;
        weight[k] = 0.0;
        found->second += std::abs(w) * error[k];                       // (3)
        if (steps_[k].a >= 0) weight[steps_[k].a] += w * slopes[k].a;  // (5)
        if (steps_[k].b >= 0) weight[steps_[k].b] += w * slopes[k].b;
      }
    }
    rounded.bound.push_back(found->second);
  }
  double largest = 0.0;
  for (const double bound : rounded.bound) largest = std::max(largest, bound);
  for (double& bound : rounded.bound) bound += unit * largest;  // (4)
  return rounded;
}

}  // namespace tauforge::expression
