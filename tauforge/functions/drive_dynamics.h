// Torques, mass matrix and accelerations as the drives feel them: the formulations of dynamics/ for the bodies, with the
// transmission, rotors and friction around them. theta are the coordinates of the drives; a floating base comes first.
//
//   tau = L + friction(theta, thetad, L),   L = G' tau_bodies(G theta + q0, G thetad, G thetadd) + rotor thetadd   (1)
//   tau_bodies with the torques of springs (dynamics/spring.h), which are gravity's kin: of positions alone
//   M   = G' M_bodies(G theta + q0) G + rotors                                                         (2)
//   thetadd by articulated bodies where drives are joints, else from M thetadd = L(tau) - L(thetadd = 0)  (3)
//   p = G' p_bodies + rotor thetad,  b = G' b_bodies,  with  dp/dt = tau - friction + b  (momentum.h)    (4)
#pragma once

#include "tauforge/dynamics/articulated_body.h"
#include "tauforge/dynamics/gravity_torque.h"
#include "tauforge/dynamics/planned/composite_body.h"
#include "tauforge/dynamics/planned/momentum.h"
#include "tauforge/dynamics/planned/newton_euler.h"
#include "tauforge/dynamics/spring.h"
#include "tauforge/functions/choices.h"

namespace tauforge::functions {

using dynamics::base_rows;
using dynamics::Index;
using dynamics::Parameters;
using dynamics::Scalar;
using dynamics::State;
using dynamics::Tree;

// Takes memory at the first call of each kind, none afterwards (with the default formulations).
template <Scalar S> class DriveDynamics {
 public:
  DriveDynamics(const Tree& tree, Parameters<S> par, const Choices& choices = {})
      : tree_(tree), par_(std::move(par)), choices_(choices) {}

  struct Without {
    bool friction = false, gravity = false;  // gravity: and springs
  };
  void torques(const State<S>& theta, std::span<S> tau, Without without) {  // (1)
    const dynamics::Vec3<S> gravity = par_.gravity;
    if (without.gravity) par_.gravity = dynamics::zero3<S>();
    const bool rotors_are_in = choices_.newton_euler && tree_.direct;
    dynamics::to_joints<S>(tree_, par_, theta, joints_);
    joint_tau_.resize(joint_rows());
    if (choices_.newton_euler)
      dynamics::planned_newton_euler<S>(tree_, *choices_.newton_euler, par_, joints_, planned_newton_euler_,
                                        joint_tau_);
    else
      dynamics::rigid_inverse_dynamics<S>(choices_.inverse_dynamics, tree_, par_, joints_, inverse_dynamics_,
                                          joint_tau_);
    if (!without.gravity) dynamics::add_spring_torques<S>(tree_, par_, joints_.q, joint_tau_);
    dynamics::rows_to_drives<S>(tree_, par_, joint_tau_, 1, tau);
    if (!rotors_are_in) dynamics::add_rotor_torque<S>(tree_, par_, theta.qdd, tau);
    if (!without.friction) dynamics::add_friction<S>(tree_, par_, theta.q, theta.qd, tau);
    par_.gravity = gravity;
  }
  void torques(const State<S>& theta, std::span<S> tau) { torques(theta, tau, {}); }

  void gravity(const State<S>& theta, std::span<S> tau) {
    if (choices_.composite_body) {
      D_.resize(nv() * nv());
      return coefficients(theta, D_, tau);
    }
    dynamics::to_joints<S>(tree_, par_, theta, joints_);
    joint_tau_.resize(joint_rows());
    dynamics::gravity_torque<S>(tree_, par_, joints_, gravity_torque_, joint_tau_);
    dynamics::add_spring_torques<S>(tree_, par_, joints_.q, joint_tau_);
    dynamics::rows_to_drives<S>(tree_, par_, joint_tau_, 1, tau);
  }

  void mass_matrix(const State<S>& theta, std::span<S> M) {  // (2)
    if (choices_.composite_body) {
      DI_.resize(nv());
      return coefficients(theta, M, DI_);
    }
    dynamics::to_joints<S>(tree_, par_, theta.q, true, joints_.q);
    joint_M_.resize(joint_rows() * joint_rows());
    dynamics::rigid_mass_matrix<S>(choices_.mass_matrix, tree_, par_, joints_.q, mass_matrix_, joint_M_);
    dynamics::mass_to_drives<S>(tree_, par_, joint_M_, M);
  }

  // Mass matrix and gravity torques together.
  void coefficients(const State<S>& theta, std::span<S> D, std::span<S> DI) {
    if (!choices_.composite_body) {
      mass_matrix(theta, D);
      return gravity(theta, DI);
    }
    dynamics::to_joints<S>(tree_, par_, theta, joints_);
    const dynamics::Plan& plan = *choices_.composite_body;
    if (tree_.direct) {  // rotors are in
      dynamics::planned_composite_body<S>(tree_, plan, par_, joints_, planned_composite_body_, D, DI);
      return dynamics::add_spring_torques<S>(tree_, par_, joints_.q, DI);
    }
    joint_M_.resize(joint_rows() * joint_rows()), joint_tau_.resize(joint_rows());
    dynamics::planned_composite_body<S>(tree_, plan, par_, joints_, planned_composite_body_, joint_M_, joint_tau_);
    dynamics::add_spring_torques<S>(tree_, par_, joints_.q, joint_tau_);
    dynamics::mass_to_drives<S>(tree_, par_, joint_M_, D);
    dynamics::rows_to_drives<S>(tree_, par_, joint_tau_, 1, DI);
  }

  // p, then b.
  void momentum(const State<S>& theta, std::span<S> p_and_b) {  // (4)
    const std::size_t joints = joint_rows();
    dynamics::to_joints<S>(tree_, par_, theta, joints_);
    joint_tau_.resize(2 * joints);
    if (choices_.momentum)
      dynamics::planned_momentum<S>(tree_, *choices_.momentum, par_, joints_, momentum_, joint_tau_);
    else
      dynamics::momentum<S>(tree_, par_, joints_, momentum_.momentum, joint_tau_);
    dynamics::take_spring_torques<S>(tree_, par_, joints_.q, std::span<S>(joint_tau_).last(joints));
    const std::span<const S> both(joint_tau_);
    dynamics::rows_to_drives<S>(tree_, par_, both.first(joints), 1, p_and_b.first(nv()));
    dynamics::rows_to_drives<S>(tree_, par_, both.last(joints), 1, p_and_b.last(nv()));
    dynamics::add_rotor_torque<S>(tree_, par_, theta.qd, p_and_b.first(nv()));  // rotor thetad, as rotor thetadd there
  }

  // theta.qdd is not read.
  void accelerations(const State<S>& theta, std::span<const S> tau, std::span<S> thetadd) {  // (3)
    if (tree_.direct && choices_.forward_dynamics == dynamics::ForwardDynamics::articulated_body) {
      net_.assign(tau.begin(), tau.end()), rotors_.clear();
      for (Index i = 0; i < tree_.drives(); ++i) {
        S& t = net_[base_rows(tree_) + i];
        t = dynamics::load_of_torque(tree_.friction[i], par_.drive[i], theta.q[i], theta.qd[i], t);
        rotors_.push_back(par_.drive[i].inertia);
      }
      dynamics::to_joints<S>(tree_, par_, theta, joints_);
      dynamics::take_spring_torques<S>(tree_, par_, joints_.q, net_);
      return dynamics::articulated_body<S>(tree_, par_, joints_, net_, rotors_, articulated_body_, thetadd);
    }
    still_ = theta;
    for (S& value : still_.qdd) value = S(0.0);
    still_.base.acceleration = {dynamics::zero3<S>(), dynamics::zero3<S>()};
    bias_.resize(nv()), M_.resize(nv() * nv());
    torques(still_, bias_, {.friction = tree_.loaded_friction});
    mass_matrix(still_, M_);
    for (std::size_t i = 0; i < thetadd.size(); ++i) thetadd[i] = tau[i] - bias_[i];
    if (tree_.loaded_friction)
      for (Index j = 0; j < tree_.drives(); ++j) {
        const std::size_t i = base_rows(tree_) + j;
        thetadd[i] =
            dynamics::load_of_torque(tree_.friction[j], par_.drive[j], theta.q[j], theta.qd[j], tau[i]) - bias_[i];
      }
    dynamics::solve_symmetric<S>(tree_.nv(), M_, thetadd);
  }

  // The same, values out.
  std::vector<S> torques(const State<S>& theta) {
    std::vector<S> tau(nv());
    torques(theta, tau);
    return tau;
  }
  std::vector<S> gravity(const State<S>& theta) {
    std::vector<S> tau(nv());
    gravity(theta, tau);
    return tau;
  }
  std::vector<S> mass_matrix(const State<S>& theta) {
    std::vector<S> M(nv() * nv());
    mass_matrix(theta, M);
    return M;
  }
  std::vector<S> accelerations(const State<S>& theta, std::span<const S> tau) {
    std::vector<S> thetadd(nv());
    accelerations(theta, tau, thetadd);
    return thetadd;
  }

  const Tree& tree() const { return tree_; }
  // May change between calls, in place: a payload, another gravity.
  Parameters<S>& parameters() { return par_; }
  const Parameters<S>& parameters() const { return par_; }
  const Choices& choices() const { return choices_; }

 private:
  std::size_t nv() const { return tree_.nv(); }
  std::size_t joint_rows() const { return (base_rows(tree_) + tree_.size()); }

  Tree tree_;
  Parameters<S> par_;
  Choices choices_;
  State<S> joints_, still_;  // behind the transmission; the drives without accelerations
  std::vector<S> joint_tau_, joint_M_, D_, DI_;
  std::vector<S> bias_, M_, net_, rotors_;  // of (3)
  dynamics::InverseDynamicsWorkspace<S> inverse_dynamics_;
  dynamics::PlannedNewtonEulerWorkspace<S> planned_newton_euler_;
  dynamics::GravityTorqueWorkspace<S> gravity_torque_;
  dynamics::MassMatrixWorkspace<S> mass_matrix_;
  dynamics::PlannedMomentumWorkspace<S> momentum_;
  dynamics::PlannedCompositeBodyWorkspace<S> planned_composite_body_;
  dynamics::ArticulatedBodyWorkspace<S> articulated_body_;
};

}  // namespace tauforge::functions
