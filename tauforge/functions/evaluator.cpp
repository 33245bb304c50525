#include "tauforge/functions/evaluator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tauforge/dynamics/base_columns.h"
#include "tauforge/functions/instances.h"
#include "tauforge/robot/equivalence.h"

namespace tauforge::functions {

namespace {

template <class Method> std::vector<std::string> names(std::span<const dynamics::Formulation<Method>> catalogue) {
  std::vector<std::string> result;
  for (const auto& entry : catalogue) result.emplace_back(entry.name);
  return result;
}

// The formulation of that name, or without a name the first that suits. What stands against it, else nothing.
template <class Method>
std::string choose(std::span<const dynamics::Formulation<Method>> catalogue, const std::string& name,
                   const robot::Robot& robot, Parameters<double>& par, Method& method) {
  const dynamics::Formulation<Method>* chosen = nullptr;
  for (const auto& entry : catalogue)
    if (!chosen && (name.empty() ? entry.suits(robot.tree) : name == entry.name)) chosen = &entry;
  if (!chosen) return fmt::format("there is no formulation '{}'", name);
  if (const std::string why = chosen->reach.why_not(robot.tree); !why.empty())
    return fmt::format("formulation '{}' cannot take robot '{}': {}", chosen->name, robot.name, why);
  if (chosen->needs_masses && !robot::give_masses(robot.tree, par))
    return fmt::format(
        "formulation '{}' needs centres of mass, but a sliding link of robot '{}' has a first moment without a mass",
        chosen->name, robot.name);
  method = chosen->method;
  return "";
}

std::string choose(const robot::Robot& robot, const EvaluationRequest& request, Parameters<double>& par,
                   Choices& choices) {
  const std::string& name = request.formulation;
  switch (info(request.function).family) {
    case Family::inverse_dynamics:
      return choose(dynamics::inverse_dynamics_catalogue(), name, robot, par, choices.inverse_dynamics);
    case Family::mass_matrix: return choose(dynamics::mass_matrix_catalogue(), name, robot, par, choices.mass_matrix);
    case Family::forward_dynamics:
      return choose(dynamics::forward_dynamics_catalogue(), name, robot, par, choices.forward_dynamics);
    case Family::only_one: break;
  }
  return "";
}

// Tables show one triangle of a symmetric matrix, and of a pose its position and quaternion.
void write_result(const ResultInfo& result, std::size_t nv, std::span<const double> from, std::span<double>& to) {
  std::size_t next = 0;
  if (result.shape == Shape::symmetric) {
    for (std::size_t i = 0; i < nv; ++i)
      for (std::size_t j = i; j < nv; ++j) to[next++] = from[i * nv + j];
  } else if (result.shape == Shape::poses) {
    for (; !from.empty(); from = from.subspan(12)) {
      const auto e = quaternion(
          spatial::Mat3<double>{from[0], from[1], from[2], from[3], from[4], from[5], from[6], from[7], from[8]});
      for (const double value : {from[9], from[10], from[11], e.x, e.y, e.z, e.w}) to[next++] = value;
    }
  } else {
    for (const double value : from) to[next++] = value;
  }
  to = to.subspan(next);
}

}  // namespace

std::vector<std::string> formulations_of(Function function) {
  switch (info(function).family) {
    case Family::inverse_dynamics: return names(dynamics::inverse_dynamics_catalogue());
    case Family::mass_matrix: return names(dynamics::mass_matrix_catalogue());
    case Family::forward_dynamics: return names(dynamics::forward_dynamics_catalogue());
    case Family::only_one: break;
  }
  return {info(function).formulation};
}

std::unique_ptr<Evaluator> Evaluator::make(const robot::Robot& robot, const EvaluationRequest& request,
                                           std::string& why_not) {
  Parameters<double> par = request.rigid ? robot::bodies_alone(robot.parameters) : robot.parameters;
  Choices choices;
  choices.frames = choices.pushed = robot.frames;
  choices.bodies_alone = request.rigid;
  why_not = functions::why_not(request.function, robot.tree);
  if (!why_not.empty())
    why_not = fmt::format("{} of robot '{}' cannot be computed: {}", info(request.function).name, robot.name, why_not);
  if (why_not.empty()) why_not = choose(robot, request, par, choices);
  if (request.function == Function::base_regressor)
    choices.base_columns = dynamics::base_columns(robot.tree, robot.parameters);
  if (request.function == Function::jacobian) {
    const std::string& wanted = request.link.empty() ? robot.links.back() : request.link;
    for (const auto& frame : robot.frames)
      if (frame.name == wanted) choices.jacobian_of = frame;
    if (!choices.jacobian_of) why_not = fmt::format("robot '{}' has no link '{}'", robot.name, wanted);
  }
  if (!why_not.empty()) return nullptr;
  return std::unique_ptr<Evaluator>(new Evaluator(robot, par, request, choices));
}

Evaluator::Evaluator(const robot::Robot& robot, const Parameters<double>& par, const EvaluationRequest& request,
                     const Choices& choices)
    : inputs(input_columns(robot, functions::info(request.function).reads)),
      outputs(output_columns(robot, request.function, choices)),
      robot_(robot),
      info_(functions::info(request.function)),
      compute_(robot.tree, par, choices),
      results_(compute_.size(request.function)) {
  const std::size_t nv = robot.tree.nv();
  q_.resize(dynamics::position_count(robot.tree));
  if (info_.reads.velocity) qd_.resize(nv);
  if (info_.reads.acceleration) qdd_.resize(nv);
  if (info_.reads.torque) tau_.resize(nv);
  if (info_.reads.wrench) wrench_.resize(6 * robot.frames.size());
  const auto remembers = [](const robot::Drive<double>& drive) { return drive.memory.has_value(); };
  if (request.function == Function::inverse_dynamics && std::any_of(par.drive.begin(), par.drive.end(), remembers))
    series_.emplace(robot);
}

// In the order of input_columns.
void Evaluator::read(std::span<const double> row) {
  const auto next = [&](std::span<double> to) {
    std::copy_n(row.begin(), to.size(), to.begin());
    row = row.subspan(to.size());
  };
  const bool floating = robot_.tree.floating;
  const auto drives = [&](std::vector<double>& all, std::size_t base) {
    if (!all.empty()) next(std::span<double>(all).subspan(floating ? base : 0));
  };
  const auto base = [&](std::vector<double>& all, std::size_t size) {
    if (!all.empty() && floating) next(std::span<double>(all).first(size));
  };
  drives(q_, 7), drives(qd_, 6), drives(qdd_, 6);
  base(q_, 7), base(qd_, 6), base(qdd_, 6);
  next(wrench_), next(tau_);
  if (!floating) return;
  const double scale = dynamics::unit_scale(q_);
  for (std::size_t e = 3; e < 7; ++e) q_[e] *= scale;
}

void Evaluator::evaluate(std::span<const double> row, std::span<double> out) {
  read(row);
  if (info_.family == Family::forward_dynamics) {
    const auto theta = std::span<const double>(q_).last(robot_.drives.size());
    const auto pivot = dynamics::vanishing_pivot(robot_.tree, compute_.parameters(), theta, pivots_);
    singular = pivot ? dynamics::vanishing_pivot_text(robot_, *pivot) : "";
  }
  compute_(info_.function, {q_, qd_, qdd_, tau_, wrench_}, results_);
  write(out);
}

void Evaluator::evaluate(double t, std::span<const double> row, std::span<double> out) {
  evaluate(row, out);
  if (!series_) return;
  series_->torques(compute_.state({q_, qd_, qdd_, tau_, wrench_}), t, results_);
  write(out);
}

void Evaluator::write(std::span<double> out) const {
  std::span<const double> from = results_;
  for (const ResultInfo& result : info_.results) {
    const std::size_t size = size_of(result, robot_.tree, compute_.choices());
    write_result(result, robot_.tree.nv(), from.first(size), out);
    from = from.subspan(size);
  }
}

}  // namespace tauforge::functions
