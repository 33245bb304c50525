#include "tauforge/compiler/refusal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tauforge/compiler/record_call.h"
#include "tauforge/compiler/reference_case.h"
#include "tauforge/dynamics/vanishing_pivot.h"
#include "tauforge/emit/overflow.h"

namespace tauforge::compiler {

namespace {

bool inverts_the_mass_matrix(const Call& call) {
  return std::any_of(call.functions.begin(), call.functions.end(),
                     [](Function f) { return functions::info(f).family == functions::Family::forward_dynamics; });
}

std::string sentence(const robot::Robot& robot, const std::string& function, const std::string& why, const char* code) {
  return fmt::format("{} of robot '{}' cannot be generated: {} [{}]", function, robot.name, why, code);
}

std::string overflow(const robot::Robot& robot, const Request& request, const std::string& function) {
  return sentence(robot, function, overflow_text(robot, request.single_precision), "constant-overflow");
}

}  // namespace

std::string why_singular(const robot::Robot& robot, const Request& request) {
  if (request.run_time.inertias) return "";
  robot::Parameters<double> par = request.rigid ? robot::bodies_alone(robot.parameters) : robot.parameters;
  if (request.run_time.payload)
    par =
        robot::with_run_time<double>(robot.tree, par, {{1.0, 0.02, 0.03, 0.05, 0.03, 0.03, 0.02, 0, 0, 0}, {}, {}, {}});
  std::mt19937 random(1);
  dynamics::VanishingPivotWorkspace workspace;
  std::optional<robot::Index> row;
  for (int posture = 0; posture < 5; ++posture) {
    std::vector<double> q;
    for (robot::Index d = 0; d < robot.tree.drives(); ++d)
      q.push_back(6.0 * (static_cast<double>(random()) / 4294967296.0) - 3.0);
    row = dynamics::vanishing_pivot(robot.tree, par, q, workspace);
    if (!row) return "";
  }
  return dynamics::vanishing_pivot_text(robot, *row);
}

std::string overflow_text(const robot::Robot& robot, bool single_precision) {
  double largest = 0.0;
  std::string blamed;
  const auto look_at = [&](std::initializer_list<double> values, const std::string& what) {
    for (const double value : values)
      if (std::abs(value) > largest) largest = std::abs(value), blamed = what;
  };
  for (std::size_t i = 0; i < robot.joints.size(); ++i) {
    const auto& p = robot.parameters.placement[i].p;
    const auto& b = robot.parameters.body[i];
    look_at({p.x, p.y, p.z}, fmt::format("a length at joint '{}'", robot.joints[i]));
    look_at({b.m, b.h.x, b.h.y, b.h.z, b.I.xx, b.I.yy, b.I.zz, b.I.xy, b.I.yz, b.I.xz},
            fmt::format("a moment of link '{}'", robot.links[i]));
  }
  return fmt::format("a constant or a result overflows {} precision; the largest number of the robot is {}, {:.3g}{}",
                     single_precision ? "single" : "double", blamed, largest,
                     single_precision ? "; double precision may hold it" : "");
}

std::string refusal(const robot::Robot& robot, const Request& request) {
  emit::CStyle style;
  style.single_precision = request.single_precision;
  for (const Call& call : request.calls) {
    if (inverts_the_mass_matrix(call))
      if (const std::string why = why_singular(robot, request); !why.empty())
        return sentence(robot, call.name(), why, "mass-matrix-singular");
    const functions::Choices choices = reference_choices(robot, request, call.functions);
    if (emit::overflows(record_call(robot, request, call, choices), style)) return overflow(robot, request, call.name());
  }
  if (request.two_rate && emit::overflows(record_two_rate(robot, request, {}), style))
    return overflow(robot, request, "the pair of two rates");
  return "";
}

std::string refusal(const robot::Robot& robot, const Request& request, const CompiledModel& model) {
  if (const std::string function = emit::function_that_overflows(model.unit); !function.empty())
    return overflow(robot, request, function);
  emit::CStyle style;
  style.single_precision = request.single_precision;
  for (std::size_t index = 0; index < model.unit.functions.size(); ++index)
    for (const emit::SelfTestCase& one : reference_cases(robot, request, model, index))
      for (const auto* numbers : {&one.expected, &one.equation})
        for (const double value : *numbers)
          if (!emit::has_literal(value, style)) return overflow(robot, request, one.function);
  return "";
}

}  // namespace tauforge::compiler
