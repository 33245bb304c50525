#include "tauforge/control/template_model.h"

#include "tauforge/dynamics/instances/numbers.h"

namespace tauforge::control {

TemplateModel::TemplateModel(const robot::Robot& robot) : tree_(robot.tree), parameters_(robot.parameters) {
  diagnostic::require(!tree_.floating, "a fixed base");
  still_.assign(joints(), 0.0);
  drives_.q = drives_.qd = drives_.qdd = still_;
  joint_torques_.assign(dynamics::at(tree_.size()), 0.0);
  std::vector<double> tau(joints()), M(joints() * joints());
  inverse_dynamics(still_, still_, still_, tau);  // every workspace grows to its size
  gravity(still_, tau);
  mass_matrix(still_, M);
}

void TemplateModel::inverse_dynamics(std::span<const double> q, std::span<const double> qd, std::span<const double> qdd,
                                     std::span<double> tau) const noexcept {
  place(q, qd, qdd);
  dynamics::newton_euler<double>(tree_, parameters_, joints_, newton_euler_, joint_torques_);
  dynamics::rows_to_drives<double>(tree_, parameters_, joint_torques_, 1, tau);
  dynamics::add_rotor_torque<double>(tree_, parameters_, drives_.qdd, tau);
  dynamics::add_friction<double>(tree_, parameters_, drives_.qd, tau);
}

void TemplateModel::gravity(std::span<const double> q, std::span<double> tau) const noexcept {
  place(q, still_, still_);
  dynamics::gravity_torque<double>(tree_, parameters_, joints_, gravity_torque_, joint_torques_);
  dynamics::rows_to_drives<double>(tree_, parameters_, joint_torques_, 1, tau);
}

void TemplateModel::mass_matrix(std::span<const double> q, std::span<double> M) const noexcept {
  dynamics::mass_matrix<double>(dynamics::MassMatrix::composite_body, tree_, parameters_, q, mass_matrix_, M);
}

void TemplateModel::bias(std::span<const double> q, std::span<const double> qd, std::span<double> tau) const noexcept {
  inverse_dynamics(q, qd, still_, tau);
}

void TemplateModel::place(std::span<const double> q, std::span<const double> qd,
                          std::span<const double> qdd) const noexcept {
  drives_.q.assign(q.begin(), q.end());
  drives_.qd.assign(qd.begin(), qd.end());
  drives_.qdd.assign(qdd.begin(), qdd.end());
  dynamics::to_joints<double>(tree_, parameters_, drives_, joints_);
}

}  // namespace tauforge::control
