#include "tauforge/control/template_model.h"

#include "tauforge/functions/instances.h"

namespace tauforge::control {

using functions::Function;

TemplateModel::TemplateModel(const robot::Robot& robot) : compute_(robot.tree, robot.parameters) {
  diagnostic::require(!robot.tree.floating, "a fixed base");
  for (const Function f : {Function::inverse_dynamics, Function::gravity, Function::mass_matrix, Function::bias})
    compute_.prepare(f);
}

void TemplateModel::inverse_dynamics(std::span<const double> q, std::span<const double> qd, std::span<const double> qdd,
                                     std::span<double> tau) const noexcept {
  compute_(Function::inverse_dynamics, {q, qd, qdd}, tau);
}

void TemplateModel::gravity(std::span<const double> q, std::span<double> tau) const noexcept {
  compute_(Function::gravity, {q, {}, {}}, tau);
}

void TemplateModel::mass_matrix(std::span<const double> q, std::span<double> M) const noexcept {
  compute_(Function::mass_matrix, {q, {}, {}}, M);
}

void TemplateModel::bias(std::span<const double> q, std::span<const double> qd, std::span<double> tau) const noexcept {
  compute_(Function::bias, {q, qd, {}}, tau);
}

}  // namespace tauforge::control
