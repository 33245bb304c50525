#include "tauforge/evaluate/evaluator.h"

#include <fmt/format.h>

#include <algorithm>

#include "tauforge/dynamics/catalogue.h"
#include "tauforge/dynamics/instances/numbers.h"
#include "tauforge/dynamics/vanishing_pivot.h"
#include "tauforge/evaluate/columns.h"
#include "tauforge/robot/equivalence.h"

namespace tauforge::evaluate {

using namespace dynamics;

namespace {

template <class Method> std::vector<std::string> names(std::span<const Formulation<Method>> catalogue) {
  std::vector<std::string> result;
  for (const auto& entry : catalogue) result.emplace_back(entry.name);
  return result;
}

template <class Method>
const Formulation<Method>* find(std::span<const Formulation<Method>> catalogue, const std::string& name) {
  for (const auto& entry : catalogue)
    if (name.empty() || name == entry.name) return &entry;
  return nullptr;
}

robot::Parameters<double> without_drives(robot::Parameters<double> par) {
  for (auto& drive : par.drive) drive = {};
  return par;
}

// Everything the functions share: the robot, the state, the workspaces.
class RobotEvaluator : public Evaluator {
 public:
  RobotEvaluator(const robot::Robot& robot, const Request& request)
      : robot_(robot),
        par_(request.rigid ? without_drives(robot.parameters) : robot.parameters),
        function_(request.function) {
    if (request.function == Function::forward_dynamics)
      inputs = columns::forward_dynamics_inputs(robot);
    else
      inputs = columns::motion_inputs(robot, reads());
  }

  std::string prepare(const Request& request);
  void evaluate(std::span<const double> in, std::span<double> out) override;

 private:
  columns::Reads reads() const {
    switch (function_) {
      case Function::inverse_dynamics: return {.velocity = true, .acceleration = true, .wrenches = true};
      case Function::bias: return {.velocity = true, .wrenches = true};
      case Function::regressor: return {.velocity = true, .acceleration = true};
      case Function::velocity_torque:
      case Function::coriolis_matrix: return {.velocity = true};
      case Function::forward_dynamics: return columns::forward_dynamics_reads;
      default: return {};
    }
  }

  template <class Method>
  std::string choose(std::span<const Formulation<Method>> catalogue, const std::string& name, Method& method);
  std::string choose_for(const std::string& formulation);
  void inverse_dynamics_at(const State<double>& theta, const Parameters<double>& par, std::span<double> out) {
    inverse_dynamics<double>(id_, robot_.tree, par, theta, id_workspace_, out);
  }
  void write_upper_triangle(std::span<double> out);

  robot::Robot robot_;
  Parameters<double> par_;
  Function function_;
  InverseDynamics id_ = InverseDynamics::newton_euler;
  MassMatrix mass_ = MassMatrix::composite_body;
  ForwardDynamics forward_ = ForwardDynamics::articulated_body;
  robot::Frame frame_;                 // of jacobian
  Parameters<double> weightless_par_;  // bodies without gravity
  State<double> theta_, joints_;
  std::vector<double> tau_, joint_tau_, M_, J_;
  InverseDynamicsWorkspace<double> id_workspace_;
  MassMatrixWorkspace<double> mass_workspace_;
  ForwardDynamicsWorkspace<double> forward_workspace_;
  VanishingPivotWorkspace pivot_workspace_;
  GravityTorqueWorkspace<double> gravity_workspace_;
  RegressorWorkspace<double> regressor_workspace_;
  JacobianWorkspace<double> jacobian_workspace_;
  CoriolisMatrixWorkspace<double> coriolis_workspace_;
  std::vector<Pose<double>> poses_;
};

template <class Method>
std::string RobotEvaluator::choose(std::span<const Formulation<Method>> catalogue, const std::string& name,
                                   Method& method) {
  const auto* entry = find(catalogue, name);
  if (name.empty()) {  // the first that suits
    for (const auto& candidate : catalogue)
      if (candidate.suits(robot_.tree)) {
        entry = &candidate;
        break;
      }
  }
  if (!entry) return fmt::format("there is no formulation '{}'", name);
  if (const std::string why = entry->reach.why_not(robot_.tree); !why.empty())
    return fmt::format("formulation '{}' cannot take robot '{}': {}", entry->name, robot_.name, why);
  if (entry->needs_masses && !robot::give_masses(robot_.tree, par_))
    return fmt::format(
        "formulation '{}' needs centres of mass, but a sliding link of robot '{}' has a first moment without a mass",
        entry->name, robot_.name);
  method = entry->method;
  return "";
}

std::string RobotEvaluator::choose_for(const std::string& formulation) {
  switch (function_) {
    case Function::inverse_dynamics:
    case Function::bias:
    case Function::velocity_torque: return choose(inverse_dynamics_catalogue(), formulation, id_);
    case Function::mass_matrix: return choose(mass_matrix_catalogue(), formulation, mass_);
    case Function::forward_dynamics: return choose(forward_dynamics_catalogue(), formulation, forward_);
    case Function::coriolis_matrix:
      if (robot_.tree.floating) return "the Coriolis matrix is available for a fixed base only";
      if (!robot_.tree.direct) return "the Coriolis matrix is available for direct drives only";
      [[fallthrough]];
    default: break;
  }
  return "";
}

std::string RobotEvaluator::prepare(const Request& request) {
  if (std::string why = choose_for(request.formulation); !why.empty()) return why;
  if (function_ == Function::jacobian) {
    const std::string& wanted = request.link.empty() ? robot_.links.back() : request.link;
    const auto found =
        std::find_if(robot_.frames.begin(), robot_.frames.end(), [&](const auto& f) { return f.name == wanted; });
    if (found == robot_.frames.end()) return fmt::format("robot '{}' has no link '{}'", robot_.name, wanted);
    frame_ = *found;
  }
  weightless_par_ = without_drives(par_);
  weightless_par_.gravity = {};
  outputs = columns::outputs(robot_, function_);
  const std::size_t nv = at(robot_.tree.nv()), joint_rows = at(base_rows(robot_.tree) + robot_.tree.size());
  tau_.resize(nv), joint_tau_.resize(joint_rows), M_.resize(nv * nv), J_.resize(6 * joint_rows),
      poses_.resize(at(robot_.tree.size()));
  return "";
}

void RobotEvaluator::write_upper_triangle(std::span<double> out) {
  const Index nv = robot_.tree.nv();
  std::size_t next = 0;
  for (Index i = 0; i < nv; ++i)
    for (Index j = i; j < nv; ++j) out[next++] = M_[at(i * nv + j)];
}

void RobotEvaluator::evaluate(std::span<const double> in, std::span<double> out) {
  const Tree& tree = robot_.tree;
  if (function_ == Function::forward_dynamics) {
    columns::read_forward_dynamics(robot_, in, theta_, tau_);
    const auto row = vanishing_pivot(tree, par_, theta_.q, pivot_workspace_);
    singular = row ? vanishing_pivot_text(robot_, *row) : "";
    return forward_dynamics<double>(forward_, tree, par_, theta_, tau_, forward_workspace_, out);
  }
  columns::read_motion(robot_, in, reads(), theta_);
  to_joints<double>(tree, par_, theta_, joints_);
  switch (function_) {
    case Function::inverse_dynamics:
    case Function::bias: return inverse_dynamics_at(theta_, par_, out);
    case Function::velocity_torque: return inverse_dynamics_at(theta_, weightless_par_, out);
    case Function::gravity: {
      gravity_torque<double>(tree, par_, joints_, gravity_workspace_, joint_tau_);
      return rows_to_drives<double>(tree, par_, joint_tau_, 1, out);
    }
    case Function::mass_matrix:
      mass_matrix<double>(mass_, tree, par_, theta_.q, mass_workspace_, M_);
      return write_upper_triangle(out);
    case Function::coriolis_matrix: return coriolis_matrix<double>(tree, par_, joints_, coriolis_workspace_, out);
    case Function::regressor: return regressor<double>(tree, par_, theta_, regressor_workspace_, out);
    case Function::jacobian: {
      jacobian<double>(tree, par_, joints_, frame_.body, frame_.X.p, jacobian_workspace_, J_);
      return columns::write_jacobian(robot_, J_, out);
    }
    case Function::forward_kinematics:
      forward_kinematics<double>(tree, par_, joints_, jacobian_workspace_.forward_kinematics, poses_);
      return columns::write_poses(robot_, joints_, poses_, out);
    default: break;
  }
}

}  // namespace

const std::vector<FunctionInfo>& functions() {
  static const std::vector<FunctionInfo> list = {
      {Function::inverse_dynamics, "inverse_dynamics", "torques from positions, velocities and accelerations",
       names(inverse_dynamics_catalogue())},
      {Function::gravity, "gravity", "torques that hold the robot still", {"gravity_torque"}},
      {Function::velocity_torque, "velocity_torque", "Coriolis and centrifugal torques of the bodies",
       names(inverse_dynamics_catalogue())},
      {Function::bias, "bias",
       "inverse dynamics at rest of acceleration: velocity torques, gravity, friction, wrenches",
       names(inverse_dynamics_catalogue())},
      {Function::mass_matrix, "mass_matrix", "upper triangle of the mass matrix, rotors included",
       names(mass_matrix_catalogue())},
      {Function::forward_dynamics, "forward_dynamics", "accelerations from torques",
       names(forward_dynamics_catalogue())},
      {Function::regressor, "regressor", "the matrix Y of tau = Y pi", {"regressor"}},
      {Function::forward_kinematics,
       "forward_kinematics",
       "position and quaternion of every link",
       {"forward_kinematics"}},
      {Function::jacobian, "jacobian", "geometric Jacobian of a link in the world frame", {"jacobian"}},
      {Function::coriolis_matrix,
       "coriolis_matrix",
       "C with C qd the velocity torque and Mdot - 2 C skew",
       {"coriolis_matrix"}},
  };
  return list;
}

std::vector<InputColumn> state_columns(const robot::Robot& robot) {
  std::vector<InputColumn> all = columns::motion_inputs(robot, {.velocity = true, .acceleration = true});
  for (const auto& column : columns::forward_dynamics_inputs(robot))
    if (column.name.starts_with("tau")) all.push_back(column);
  return all;
}

std::unique_ptr<Evaluator> make_evaluator(const robot::Robot& robot, const Request& request, std::string& why_not) {
  auto evaluator = std::make_unique<RobotEvaluator>(robot, request);
  why_not = evaluator->prepare(request);
  if (!why_not.empty()) return nullptr;
  return evaluator;
}

}  // namespace tauforge::evaluate
