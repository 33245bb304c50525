#include "tauforge/passes/drop_small_terms.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "tauforge/expression/count.h"
#include "tauforge/expression/graph.h"

namespace tauforge::passes {

using expression::Node;
using expression::NodeIndex;
using expression::Operation;
using expression::Program;

namespace {

// A node is replaced: by another node (with a sign), or by a number.
struct Edit {
  NodeIndex node;
  NodeIndex by = -1;
  double factor = 1.0;  // of `by`; without it the number itself
};

int cost(const Program& program) { return count(program, expression::rule_customised).total(); }

// The program with the edit made and folded.
Program edited(const Program& program, const Edit& edit) {
  Program result;
  result.name = program.name;
  expression::Graph& to = *result.graph;
  std::vector<NodeIndex> image(program.graph->size(), -1);
  for (const auto& argument : program.arguments) {
    result.arguments.push_back({argument.name, argument.meaning, {}});
    for (const NodeIndex node : argument.nodes) {
      const auto& input = program.graph->input(node);
      result.arguments.back().nodes.push_back(image[node] = to.input(input.name, input.binding));
    }
  }
  for (const NodeIndex i : reachable(program)) {
    const Node& node = program.graph->node(i);
    if (i == edit.node) {
      if (edit.by < 0)
        image[i] = to.constant(edit.factor);
      else
        image[i] = edit.factor < 0 ? to.apply(Operation::negate, image[edit.by]) : image[edit.by];
      continue;
    }
    if (node.op == Operation::input) continue;
    if (node.op == Operation::constant)
      image[i] = to.constant(node.value);
    else if (arity(node.op) == 1)
      image[i] = to.apply(node.op, image[node.a]);
    else
      image[i] = to.apply(node.op, image[node.a], image[node.b]);
  }
  for (const auto& output : program.outputs) {
    result.outputs.push_back({output.name, output.meaning, {}});
    for (const NodeIndex node : output.nodes) result.outputs.back().nodes.push_back(image[node]);
  }
  return result;
}

// Every node's value on every sample.
class Values {
 public:
  Values(const Program& program, const Samples& samples)
      : program_(program), samples_(samples), order_(reachable(program)), value_(program.graph->size()) {
    const std::size_t count = samples.inputs.size();
    std::size_t next = 0;
    for (const auto& argument : program.arguments)
      for (const NodeIndex node : argument.nodes) {
        auto& v = value_[node];
        v.resize(count);
        for (std::size_t s = 0; s < count; ++s) v[s] = samples.inputs[s][next];
        ++next;
      }
    for (const NodeIndex i : order_) compute(i, value_, value_[i]);
    for (const auto& output : program.outputs)
      for (const NodeIndex node : output.nodes) outputs_.push_back(node);
  }

  const std::vector<NodeIndex>& order() const { return order_; }
  const std::vector<double>& of(NodeIndex i) const { return value_[i]; }

  // Error of every output against what is allowed, with the edit made. Nothing: one of them exceeds 1.
  std::optional<std::vector<double>> errors(const Edit& edit) const {
    std::vector<std::vector<double>> changed(value_.size());
    changed[edit.node] = edit.by < 0 ? std::vector<double>(samples_.inputs.size(), edit.factor) : of(edit.by);
    if (edit.by >= 0 && edit.factor < 0)
      for (double& v : changed[edit.node]) v = -v;
    for (const NodeIndex i : order_) {
      const Node& node = program_.graph->node(i);
      if (i <= edit.node || arity(node.op) == 0) continue;
      const bool touched = !changed[node.a].empty() || (node.b >= 0 && !changed[node.b].empty());
      if (!touched) continue;
      const auto& a = changed[node.a].empty() ? of(node.a) : changed[node.a];
      const auto& b = node.b < 0 ? a : changed[node.b].empty() ? of(node.b) : changed[node.b];
      combine(node, a, b, changed[i]);
    }
    return compare([&](NodeIndex i) -> const std::vector<double>& { return changed[i].empty() ? of(i) : changed[i]; });
  }
  std::optional<std::vector<double>> errors() const {
    return compare([&](NodeIndex i) -> const std::vector<double>& { return of(i); });
  }

 private:
  template <class Get> std::optional<std::vector<double>> compare(Get get) const {
    std::vector<double> worst;
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
      const std::vector<double>& found = get(outputs_[k]);
      double largest = 0;
      for (std::size_t s = 0; s < found.size(); ++s)
        largest = std::max(largest, std::abs(found[s] - samples_.expected[s][k]));
      worst.push_back(largest / samples_.allowed[k]);
      if (worst.back() > 1.0) return std::nullopt;
    }
    return worst;
  }

  static void combine(const Node& node, const std::vector<double>& a, const std::vector<double>& b,
                      std::vector<double>& result) {
    result.resize(a.size());
    switch (node.op) {
      case Operation::add:
        for (std::size_t s = 0; s < a.size(); ++s) result[s] = a[s] + b[s];
        return;
      case Operation::subtract:
        for (std::size_t s = 0; s < a.size(); ++s) result[s] = a[s] - b[s];
        return;
      case Operation::multiply:
        for (std::size_t s = 0; s < a.size(); ++s) result[s] = a[s] * b[s];
        return;
      default:
        for (std::size_t s = 0; s < a.size(); ++s) result[s] = expression::apply(node.op, a[s], b[s]);
    }
  }
  void compute(NodeIndex i, const std::vector<std::vector<double>>& value, std::vector<double>& result) const {
    const Node& node = program_.graph->node(i);
    if (node.op == Operation::constant) result.assign(samples_.inputs.size(), node.value);
    if (arity(node.op) > 0) combine(node, value[node.a], value[node.b < 0 ? node.a : node.b], result);
  }

  const Program& program_;
  const Samples& samples_;
  std::vector<NodeIndex> order_;
  std::vector<std::vector<double>> value_;
  std::vector<NodeIndex> outputs_;
};

// Terms of sums, whole parts, and parts that are nearly another one.
std::vector<Edit> edits(const Program& program, const Values& values) {
  std::vector<Edit> all;
  constexpr std::size_t look = 48;  // samples that decide whether two nodes resemble one another
  const auto mean_square = [&](NodeIndex i, NodeIndex k, double sign) {
    double sum = 0;
    const auto& a = values.of(i);
    for (std::size_t s = 0; s < std::min(look, a.size()); ++s) {
      const double d = a[s] - (k < 0 ? 0.0 : sign * values.of(k)[s]);
      sum += d * d;
    }
    return sum;
  };
  for (const NodeIndex i : values.order()) {
    const Node& node = program.graph->node(i);
    if (arity(node.op) == 0 || node.op == Operation::sine || node.op == Operation::cosine) continue;
    if (node.op == Operation::add || node.op == Operation::subtract) {
      all.push_back({i, node.a, 1.0});
      all.push_back({i, node.b, node.op == Operation::add ? 1.0 : -1.0});
    }
    all.push_back({i, -1, 0.0});
    double mean = 0;
    for (const double v : values.of(i)) mean += v / static_cast<double>(values.of(i).size());
    const double size = mean_square(i, -1, 1.0);
    if (mean * mean * static_cast<double>(look) > 0.1 * size) all.push_back({i, -1, mean});
    for (const NodeIndex k : values.order()) {
      if (k >= i) break;
      if (program.graph->node(k).op == Operation::constant) continue;
      for (const double sign : {1.0, -1.0})
        if (mean_square(i, k, sign) < 0.1 * size) all.push_back({i, k, sign});
    }
  }
  return all;
}

}  // namespace

double worst_error(const Program& program, const Samples& samples) {
  double worst = 0;
  for (std::size_t s = 0; s < samples.inputs.size(); ++s) {
    const std::vector<double> found = evaluate(program, samples.inputs[s]);
    for (std::size_t k = 0; k < found.size(); ++k)
      worst = std::max(worst, std::abs(found[k] - samples.expected[s][k]) / samples.allowed[k]);
  }
  return worst;
}

Program drop_small_terms(const Program& program, const Samples& samples, const std::function<bool()>& stop) {
  Program best = program;
  for (;;) {
    const Values values(best, samples);
    const auto now = values.errors();
    if (!now) return best;
    const int cost_now = cost(best);
    std::optional<Program> next;
    double best_price = 1e300;
    for (const Edit& edit : edits(best, values)) {
      if (stop && stop()) return best;
      Program tried = edited(best, edit);
      const int gain = cost_now - cost(tried);
      if (gain <= 0) continue;
      const auto after = values.errors(edit);
      if (!after) continue;
      double price = 1e-6;  // how much of what is allowed it uses up, most where little is left
      for (std::size_t k = 0; k < after->size(); ++k) {
        const double a = (*after)[k], b = (*now)[k];
        price += std::max(0.0, a * a - b * b);
      }
      price /= gain;
      if (price < best_price) best_price = price, next = std::move(tried);
    }
    if (!next) return best;
    best = std::move(*next);
  }
}

}  // namespace tauforge::passes
