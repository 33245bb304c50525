#include "tauforge/compiler/limb_numbers.h"

#include <algorithm>
#include <utility>

#include "tauforge/expression/copy.h"
#include "tauforge/scalar/elementary.h"

namespace tauforge::compiler {

using expression::Binding;
using expression::Operation;
using expression::Program;

namespace {

bool same(double a, double b) { return scalar::as_known(a, b) == b; }
bool is_multiple(const PerLimb& a, const PerLimb& b, double factor) {
  for (std::size_t l = 0; l < a.size(); ++l)
    if (!same(a[l], factor * b[l])) return false;
  return true;
}

// A copy in which `replace` may treat arguments in its own way; it says whether it did.
template <class Replace> Program copied(const Program& program, Replace replace) {
  Program result;
  result.name = program.name;
  expression::GraphCopy copy(*program.graph, *result.graph);
  for (const auto& argument : program.arguments)
    if (!replace(argument, copy, result)) result.arguments.push_back(copy.argument(argument));
  for (const auto& output : program.outputs) {
    result.outputs.push_back({output.name, output.meaning, {}, {}});
    for (const auto node : output.nodes) result.outputs.back().nodes.push_back(copy(node));
  }
  return result;
}

}  // namespace

bool is_uniform(const PerLimb& a) { return is_multiple(a, PerLimb(a.size(), a[0]), 1.0); }

Program without_numbers(const Program& program, std::vector<PerLimb>& numbers) {
  const auto split = passes::split_by_binding_time(program, Binding::setup, "number", "");
  std::vector<PerLimb> values;
  for (std::size_t l = 0; !numbers.empty() && !split.early.outputs.empty() && l < numbers[0].size(); ++l) {
    std::vector<double> inputs;
    for (const PerLimb& number : numbers) inputs.push_back(number[l]);
    const std::vector<double> outputs = evaluate(split.early, inputs);
    values.resize(outputs.size());
    for (std::size_t k = 0; k < outputs.size(); ++k) values[k].push_back(outputs[k]);
  }
  numbers.clear();
  return copied(split.late, [&](const expression::Argument& argument, expression::GraphCopy& copy, Program& result) {
    if (argument.name != "number") return false;
    expression::Argument kept{"number", "", {}, {}};
    for (std::size_t k = 0; k < argument.nodes.size(); ++k) {
      const auto like = [&](double factor) {
        return std::find_if(numbers.begin(), numbers.end(),
                            [&](const PerLimb& known) { return is_multiple(values[k], known, factor); });
      };
      const auto node_of = [&](auto found) { return kept.nodes[static_cast<std::size_t>(found - numbers.begin())]; };
      if (is_uniform(values[k])) {
        copy.replace(argument.nodes[k], result.graph->constant(values[k][0]));
      } else if (const auto equal = like(1.0); equal != numbers.end()) {
        copy.replace(argument.nodes[k], node_of(equal));
      } else if (const auto opposite = like(-1.0); opposite != numbers.end()) {
        copy.replace(argument.nodes[k], result.graph->apply(Operation::negate, node_of(opposite)));
      } else {
        kept.nodes.push_back(copy.replace_by_input(argument.nodes[k], "number", Binding::setup));
        numbers.push_back(values[k]);
      }
    }
    result.arguments.push_back(std::move(kept));
    return true;
  });
}

passes::SplitProgram split_after_carrier(const Program& program) {
  // numbers of limbs are later than the carrier: what both determine is the limb's
  const Program reordered =
      copied(program, [&](const expression::Argument& argument, expression::GraphCopy& copy, Program& result) {
        if (argument.name != "number") return false;
        expression::Argument late = argument;
        for (auto& node : late.nodes) node = copy.replace_by_input(node, "number", Binding::fast);
        result.arguments.push_back(std::move(late));
        return true;
      });
  return passes::split_by_binding_time(reordered, Binding::slow, "base", "");
}

}  // namespace tauforge::compiler
