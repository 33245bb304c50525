#include "tauforge/compiler/customised_count.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "tauforge/compiler/reference_case.h"

namespace tauforge::compiler {

namespace {

double deviation_of(const robot::Robot& robot, const Request& request, const CompiledModel& model, std::size_t index) {
  std::mt19937 random(1);
  double largest = 0.0;
  for (int k = 0; k < 20; ++k) {
    const emit::SelfTestCase c = reference_case(robot, request, model, index, random);
    std::vector<double> inputs;
    for (const auto* list : {&c.q, &c.qd, &c.qdd, &c.tau}) inputs.insert(inputs.end(), list->begin(), list->end());
    const std::vector<double> got = evaluate(model.unit.functions[index].program, inputs);
    double size = 1.0;
    for (const double value : c.expected) size = std::max(size, std::abs(value));
    for (std::size_t i = 0; i < got.size(); ++i) largest = std::max(largest, std::abs(got[i] - c.expected[i]) / size);
  }
  return largest;
}

}  // namespace

CustomisedCounts customised_counts(const robot::Robot& robot, const std::vector<Function>& functions,
                                   const CountOptions& options) {
  robot::Robot frictionless = robot;
  frictionless.parameters = robot::without_friction(robot.parameters);
  Request request;
  request.unrolled = true;
  request.evaluations = options.evaluations, request.factoring = options.factoring, request.starts = options.starts;
  for (const Function f : functions)
    if (functions::why_not(f, robot.tree).empty()) request.calls.push_back({{f}});
  const CompiledModel model = compile(frictionless, request, {.stage = options.progress});
  CustomisedCounts counts{{}, model.plans};
  for (std::size_t i = 0; i < model.reports.size(); ++i) {
    const FunctionReport& r = model.reports[i];
    counts.functions.push_back({r.name, r.run, r.fused, r.trigonometry, deviation_of(frictionless, request, model, i)});
  }
  return counts;
}

}  // namespace tauforge::compiler
