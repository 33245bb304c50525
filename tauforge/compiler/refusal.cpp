#include "tauforge/compiler/refusal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tauforge/compiler/compile.h"
#include "tauforge/compiler/record_call.h"
#include "tauforge/compiler/reference_case.h"
#include "tauforge/diagnostic/printable.h"
#include "tauforge/dynamics/vanishing_pivot.h"
#include "tauforge/emit/overflow.h"
#include "tauforge/emit/reserved_names.h"

namespace tauforge::compiler {

namespace {

using diagnostic::printable;
using Refusal = std::optional<diagnostic::Diagnostic>;

bool inverts_the_mass_matrix(const Call& call) {
  return std::any_of(call.functions.begin(), call.functions.end(),
                     [](Function f) { return functions::info(f).family == functions::Family::forward_dynamics; });
}

Refusal refused(const char* code, const std::string& message) { return diagnostic::error({}, code, message); }

Refusal no_code(const robot::Robot& robot, const std::string& function, const std::string& why, const char* code) {
  return refused(
      code, fmt::format("{} of robot '{}' cannot be generated: {}", function, printable(robot.name), printable(why)));
}

Refusal overflow(const robot::Robot& robot, const Request& request, const std::string& function) {
  return no_code(robot, function, overflow_text(robot, request.single_precision), "constant-overflow");
}

Refusal missing(const robot::Robot& robot, const Request& request) {
  bool has_inertias = request.run_time.inertias;
  for (const auto& b : robot.parameters.body) has_inertias |= !(b == robot::Inertia<double>{});
  for (const Call& call : request.calls)
    for (const Function f : call.functions) {
      const char* name = functions::info(f).name;
      if (const std::string why = functions::why_not(f, robot.tree); !why.empty())
        return no_code(robot, name, why, "function-not-available");
      if (!has_inertias && functions::info(f).needs_inertias)
        return refused("inertias-missing",
                       fmt::format("robot '{}' has no inertial parameters, so it has no {}; regressor, base_regressor, "
                                   "forward_kinematics and jacobian need none",
                                   printable(robot.name), name));
    }
  if (request.two_rate && !has_inertias)
    return refused(
        "inertias-missing",
        fmt::format("robot '{}' has no inertial parameters: there is nothing for two rates", printable(robot.name)));
  if (robot.tree.size() == 0)
    return refused("joints-missing", fmt::format("robot '{}' has no joints", printable(robot.name)));
  return std::nullopt;
}

// An allowed error is judged on random states, which are random numbers in q, qd and qdd.
bool within_is_possible(const robot::Robot& robot, const Request& request) {
  for (const Call& call : request.calls)
    for (const Function f : call.functions)
      if (functions::info(f).reads.torque) return false;
  return !robot.tree.floating && !request.exact && !request.run_time.any() && !request.wrench && !request.two_rate &&
         !request.observer;
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

Refusal refusal(const robot::Robot& robot, const Request& request) {
  if (request.calls.empty() && !request.two_rate) return refused("functions-missing", "no function was asked for");
  if (request.evaluations < 1) return refused("effort-invalid", "an effort is at least 1");
  if (!(request.within >= 0.0 && request.within <= 0.5))
    return refused("within-invalid", "an allowed share of the largest value is from 0 to 0.5");
  if (request.run_time.friction && !request.rigid && robot.tree.loaded_friction)
    return refused("options-conflict",
                   "--run-time friction has levels alone, but the friction of this robot also grows or remembers: take "
                   "load, root and memory out of its file");
  if (auto why = missing(robot, request)) return why;
  emit::CStyle style;
  style.single_precision = request.single_precision;
  for (const Call& call : request.calls) {
    if (inverts_the_mass_matrix(call))
      if (const std::string why = why_singular(robot, request); !why.empty())
        return no_code(robot, call.name(), why, "mass-matrix-singular");
    const functions::Choices choices = reference_choices(robot, request, call.functions);
    if (emit::overflows(record_call(robot, request, call, choices), style))
      return overflow(robot, request, call.name());
  }
  if (request.two_rate && emit::overflows(record_call(robot, request, {{Function::coefficients}}, {}), style))
    return overflow(robot, request, "the pair of two rates");
  if (request.within > 0 && !within_is_possible(robot, request))
    return refused("options-conflict",
                   "--within is for functions of q, qd and qdd on a fixed base, and goes neither with --exact nor with "
                   "--run-time, --wrench, --two-rate or --observer: name --functions");
  return std::nullopt;
}

Refusal refusal(const robot::Robot& robot, const Request& request, const CompiledModel& model) {
  if (const std::string function = emit::function_that_overflows(model.unit); !function.empty())
    return overflow(robot, request, function);
  emit::CStyle style;
  style.single_precision = request.single_precision;
  for (std::size_t index = 0; index < model.unit.functions.size(); ++index)
    for (const emit::SelfTestCase& one : reference_cases(robot, request, model, index))
      for (const auto* numbers : {&one.expected, &one.equation})
        for (const double value : *numbers)
          if (!emit::has_literal(value, style)) return overflow(robot, request, one.function);
  return std::nullopt;
}

Refusal prefix_refusal(const std::string& prefix) {
  if (const std::string whose = emit::why_reserved(prefix); !whose.empty())
    return refused("prefix-reserved",
                   fmt::format("'{}' cannot be the prefix: it is {}, and files, targets and symbols are named by it",
                               printable(prefix), whose));
  if (prefix != prefix_for(prefix))
    return refused("prefix-invalid",
                   fmt::format("'{}' is no C identifier of at most {} characters", printable(prefix), longest_prefix));
  return std::nullopt;
}

}  // namespace tauforge::compiler
