#include "tauforge/control/template_model.h"

#include "tauforge/functions/instances.h"
#include "tauforge/robot/run_time.h"

namespace tauforge::control {

using functions::Function;

TemplateModel::TemplateModel(const robot::Robot& robot)
    : compute_(robot.tree, robot.parameters), last_body_(robot.parameters.body.back()) {
  diagnostic::require(!robot.tree.floating, "a fixed base");
  if (robot.tree.loaded_friction) memory_.resize(robot.parameters.drive.size());
  for (const Function f : {Function::inverse_dynamics, Function::gravity, Function::friction, Function::coefficients,
                           Function::velocity_torque, Function::momentum})
    compute_.prepare(f);
}

bool TemplateModel::refresh() noexcept {
  const Payload* latest = &payload_.latest();
  if (latest == current_) return false;
  current_ = latest;
  auto& par = compute_.parameters();
  par.body.back() = last_body_ + moved(par.link_frame.back(), robot::inertia_of<double>(*current_));
  return true;
}

void TemplateModel::inverse_dynamics(std::span<const double> q, std::span<const double> qd, std::span<const double> qdd,
                                     std::span<double> tau) const noexcept {
  compute_(Function::inverse_dynamics, {q, qd, qdd}, tau);
}

void TemplateModel::gravity(std::span<const double> q, std::span<double> tau) const noexcept {
  compute_(Function::gravity, {q, {}, {}}, tau);
}

void TemplateModel::friction(std::span<const double> q, std::span<const double> qd,
                             std::span<double> tau) const noexcept {
  compute_(Function::friction, {q, qd, {}}, tau);
}

void TemplateModel::friction_step(std::span<const double> q, std::span<const double> qd, std::span<const double> load,
                                  double dt, std::span<double> memory, std::span<double> tau) const noexcept {
  const std::size_t n = memory_.size();
  for (std::size_t j = 0; j < n; ++j) memory_[j] = {memory[j], memory[n + j]};
  functions::friction_step(compute_.tree(), compute_.parameters(), q, qd, load, dt, memory_, tau);
  for (std::size_t j = 0; j < n; ++j) memory[j] = memory_[j].s, memory[n + j] = memory_[j].v;
}

void TemplateModel::background(std::span<const double> q, std::span<double> equation_and_gravity) const noexcept {
  compute_(Function::coefficients, {q, {}, {}}, equation_and_gravity);
}

void TemplateModel::velocity_torque(std::span<const double> q, std::span<const double> qd,
                                    std::span<double> h) const noexcept {
  compute_(Function::velocity_torque, {q, qd, {}}, h);
}

void TemplateModel::synchronous(std::span<const double> equation, std::span<const double> b,
                                std::span<const double> qdd, std::span<double> tau) const noexcept {
  const std::size_t n = joints();
  for (std::size_t i = 0; i < n; ++i) {
    tau[i] = b[i];
    for (std::size_t j = 0; j < n; ++j) tau[i] += equation[i * n + j] * qdd[j];
  }
}

void TemplateModel::momentum(std::span<const double> q, std::span<const double> qd,
                             std::span<double> p_and_rate) const noexcept {
  compute_(Function::momentum, {q, qd, {}}, p_and_rate);
}

}  // namespace tauforge::control
