#include "tauforge/compiler/tolerance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "tauforge/compiler/pipeline.h"
#include "tauforge/compiler/record_call.h"
#include "tauforge/compiler/reference_case.h"
#include "tauforge/expression/rounding_bound.h"

namespace tauforge::compiler {

namespace {

using expression::Rounded;
using expression::RoundingBound;

constexpr int states = 40;

// Constants come from sums of the robot's numbers that may cancel: small results, or such that vanish by theory, keep a
// few roundings of the largest one of their output.
constexpr double roundings_of_largest = 16.0;

// A generated function, its set-up stage before it.
class Generated {
 public:
  Generated(const emit::UnitFunction& function, bool traces)
      : function_(function), setup_(function.setup, traces), program_(function.program, traces) {}

  Rounded operator()(const emit::SelfTestCase& c, double unit) const {
    const auto rounded_inputs = [&](const std::vector<double>& inputs) {  // in float they are rounded on their way in
      std::vector<double> error;
      for (const double x : inputs) error.push_back(unit > expression::unit_roundoff(false) ? unit * std::abs(x) : 0.0);
      return error;
    };
    Rounded constants;
    if (!function_.setup.outputs.empty()) {
      const std::vector<double> inputs = inputs_of(function_.setup, c, {});
      constants = setup_(inputs, rounded_inputs(inputs), unit);
    }
    const std::vector<double> inputs = inputs_of(function_.program, c, constants.value);
    std::vector<double> error = rounded_inputs(inputs);
    std::size_t first = 0;
    for (const auto& argument : function_.program.arguments) {
      const auto* from = argument.name == emit::constants_argument ? &constants.bound : nullptr;
      for (std::size_t i = 0; from && i < from->size(); ++i) error[first + i] += (*from)[i];
      first += argument.nodes.size();
    }
    return program_(inputs, error, unit);
  }

 private:
  const emit::UnitFunction& function_;
  RoundingBound setup_, program_;
};

// What the function of a model computes, as the templates do.
expression::Program reference_program(const robot::Robot& robot, const Request& request, const CompiledModel& model,
                                      std::size_t index) {
  const bool two_rate = index >= request.calls.size();
  if (two_rate && model.unit.functions[index].name == "synchronous") return model.unit.functions[index].program;
  const Call call = two_rate ? Call{{Function::coefficients}} : request.calls[index];
  expression::Program program = record_call(robot, request, call, reference_choices(robot, request, call.functions));
  if (!two_rate) return program;
  auto& D = program.outputs[0].nodes;
  std::vector<expression::NodeIndex> passed_on;
  for (const std::size_t place : model.equation_places) passed_on.push_back(D[place]);
  D = passed_on;
  return program;
}

}  // namespace

double Tolerance::share() const {
  return results.empty() ? 0.0 : *std::max_element(results.begin(), results.end()) / scale;
}

Tolerance tolerance_of(const robot::Robot& robot, const Request& request, const CompiledModel& model,
                       std::size_t index) {
  const double unit = expression::unit_roundoff(request.single_precision), of_double = expression::unit_roundoff(false);
  const emit::UnitFunction& function = model.unit.functions[index];
  const expression::Program recorded = reference_program(robot, request, model, index);
  const bool traces = !request.exact;  // Plans leave them out
  const RoundingBound reference(recorded, traces);
  const Generated generated(function, traces);
  std::mt19937 random(static_cast<unsigned>(index) + 201);
  Tolerance tolerance;
  std::vector<double> largest;
  for (int k = 0; k < states; ++k) {
    const emit::SelfTestCase c = reference_case(robot, request, model, index, random);
    const std::vector<double> bound = generated(c, unit).bound, inputs = inputs_of(recorded, c, {});
    const std::vector<double> expected = reference(inputs, std::vector<double>(inputs.size(), 0.0), of_double).bound;
    // below the smallest normal number roundings are no longer relative
    const double smallest =
        request.single_precision ? std::numeric_limits<float>::min() : std::numeric_limits<double>::min();
    tolerance.results.resize(bound.size(), smallest), largest.resize(bound.size(), 0.0);
    for (std::size_t i = 0; i < bound.size(); ++i) {
      tolerance.results[i] = std::max(tolerance.results[i], tolerance_margin * (bound[i] + expected[i]));
      largest[i] = std::max(largest[i], std::abs(c.expected[i]));
    }
  }
  std::size_t first = 0;
  for (const expression::Output& output : function.program.outputs) {  // torques and inertias have scales of their own
    const std::size_t end = first + output.nodes.size();
    double scale = 0.0;
    for (std::size_t i = first; i < end; ++i) scale = std::max(scale, largest[i]);
    for (std::size_t i = first; i < end; ++i)
      tolerance.results[i] = std::max(tolerance.results[i], roundings_of_largest * unit * scale);
    first = end;
  }
  const double scale = largest.empty() ? 0.0 : *std::max_element(largest.begin(), largest.end());
  if (scale > 0.0) tolerance.scale = scale;
  return tolerance;
}

}  // namespace tauforge::compiler
