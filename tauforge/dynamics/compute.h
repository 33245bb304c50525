// Any function of a robot in the coordinates of generated code (coordinates.h), drives included: what generated code
// must equal, and, recorded, what it is made from. With Plans the planned formulations take over where they can.
#pragma once

#include "tauforge/dynamics/coordinates.h"
#include "tauforge/dynamics/coriolis_matrix.h"
#include "tauforge/dynamics/dual_state.h"
#include "tauforge/dynamics/forward_dynamics.h"
#include "tauforge/dynamics/function.h"
#include "tauforge/dynamics/gravity_torque.h"
#include "tauforge/dynamics/jacobian.h"
#include "tauforge/dynamics/planned_composite_body.h"
#include "tauforge/dynamics/planned_newton_euler.h"
#include "tauforge/dynamics/regressor.h"

namespace tauforge::dynamics {

template <Scalar S> struct Inputs {
  std::vector<S> q, v, a, tau;  // positions, velocities, accelerations, torques; empty where the function does not read
  std::vector<S> wrench;        // fx fy fz nx ny nz ON the last link, in its file frame; empty: none
};

template <Scalar S> struct NamedValues {
  const char* name;
  std::vector<S> values;
};

// Which formulation each part of a function goes through; null: the plain one.
struct Ways {
  const Plan* newton_euler = nullptr;
  const Plan* composite_body = nullptr;
  bool invert_mass_matrix = false;            // forward dynamics by M qdd = tau - bias, not by articulated bodies
  std::vector<Index> regressor_columns = {};  // of base_regressor
  bool bodies_alone = false;                  // regressors without the columns of drives
};

template <Scalar S> class Computation {
 public:
  Computation(const Tree& tree, const Parameters<S>& par, const Ways& ways) : tree_(tree), par_(par), ways_(ways) {}

  std::vector<NamedValues<S>> operator()(Function function, const Inputs<S>& in) const {
    switch (function) {
      case Function::inverse_dynamics: return {{"tau", torques(state(in), true)}};
      case Function::bias: return {{"b", torques(state({in.q, in.v, {}, {}, in.wrench}), true)}};
      case Function::velocity_torque: return {{"h", weightless().torques(state({in.q, in.v, {}, {}, {}}), false)}};
      case Function::gravity: return {{"g", gravity(state({in.q, {}, {}, {}, {}}))}};
      case Function::mass_matrix: return {{"M", mass_matrix(state({in.q, {}, {}, {}, {}}))}};
      case Function::coefficients: {
        const State<S> x = state({in.q, {}, {}, {}, {}});
        if (!ways_.composite_body) return {{"D", mass_matrix(x)}, {"DI", gravity(x)}};
        auto [D, DI] = composite_bodies(x);
        return {{"D", D}, {"DI", DI}};
      }
      case Function::forward_dynamics: return {{"qdd", accelerations(state(in), in.tau)}};
      case Function::regressor: return {{"Y", regressor_of(state(in))}};
      case Function::base_regressor: return {{"Y", base_regressor_of(state(in))}};
      case Function::forward_kinematics: return {{"X", poses(state({in.q, {}, {}, {}, {}}))}};
      case Function::jacobian: return {{"J", jacobian_of_last(state({in.q, {}, {}, {}, {}}))}};
      case Function::coriolis_matrix: {
        CoriolisMatrixWorkspace<S> k;
        std::vector<S> C(at(tree_.nv() * tree_.nv()));
        coriolis_matrix<S>(tree_, par_, joints_of(state({in.q, in.v, {}, {}, {}})), k, C);
        return {{"C", C}};
      }
      case Function::inverse_dynamics_derivatives: return derivatives<true>(in);
      case Function::forward_dynamics_derivatives: return derivatives<false>(in);
    }
    return {};
  }

  State<S> state(const Inputs<S>& in) const {
    State<S> x = state_of<S>(tree_, in.q, in.v, in.a);
    if (in.wrench.empty()) return x;
    const auto& w = in.wrench;
    const Vec3<S> force{w[0], w[1], w[2]}, moment{w[3], w[4], w[5]};
    const Pose<S>& X = par_.link_frame.back();
    x.external.resize(at(tree_.size()));
    x.external.back().force = X.R * force;
    x.external.back().moment = X.R * moment + cross(X.p, x.external.back().force);
    return x;
  }

  State<S> joints_of(const State<S>& theta) const {
    State<S> joints;
    to_joints<S>(tree_, par_, theta, joints);
    return joints;
  }

  // Drive torques; rotors always, friction where asked.
  std::vector<S> torques(const State<S>& theta, bool with_friction) const {
    const State<S> joints = joints_of(theta);
    std::vector<S> joint_tau(at(base_rows(tree_) + tree_.size())), tau(at(tree_.nv()));
    if (ways_.newton_euler) {
      PlannedNewtonEulerWorkspace<S> k;
      planned_newton_euler<S>(tree_, *ways_.newton_euler, par_, joints, k, joint_tau);
    } else {
      NewtonEulerWorkspace<S> k;
      newton_euler<S>(tree_, par_, joints, k, joint_tau);
    }
    rows_to_drives<S>(tree_, par_, joint_tau, 1, tau);
    const bool rotors_are_in = ways_.newton_euler && tree_.direct;
    if (!rotors_are_in) add_rotor_torque<S>(tree_, par_, theta.qdd, tau);
    if (with_friction) add_friction<S>(tree_, par_, theta.qd, tau);
    return tau;
  }

  std::vector<S> accelerations(const State<S>& theta, const std::vector<S>& tau) const {
    std::vector<S> qdd(at(tree_.nv()));
    if (!ways_.invert_mass_matrix && tree_.direct) {
      ForwardDynamicsWorkspace<S> k;
      forward_dynamics<S>(ForwardDynamics::articulated_body, tree_, par_, theta, tau, k, qdd);
      return qdd;
    }
    State<S> still = theta;
    for (S& value : still.qdd) value = S(0.0);
    still.base.acceleration = {zero3<S>(), zero3<S>()};
    const std::vector<S> bias = torques(still, true);
    std::vector<S> M = mass_matrix(still);
    for (std::size_t i = 0; i < qdd.size(); ++i) qdd[i] = tau[i] - bias[i];
    solve_symmetric<S>(tree_.nv(), M, qdd);
    return qdd;
  }

 private:
  Computation weightless() const {
    Computation other = *this;
    other.par_.gravity = zero3<S>();
    return other;
  }

  std::vector<S> gravity(const State<S>& theta) const {
    if (ways_.composite_body) return composite_bodies(theta).second;
    std::vector<S> joint_tau(at(base_rows(tree_) + tree_.size())), tau(at(tree_.nv()));
    GravityTorqueWorkspace<S> k;
    gravity_torque<S>(tree_, par_, joints_of(theta), k, joint_tau);
    rows_to_drives<S>(tree_, par_, joint_tau, 1, tau);
    return tau;
  }

  // Mass matrix and gravity torques of the drives, planned.
  std::pair<std::vector<S>, std::vector<S>> composite_bodies(const State<S>& theta) const {
    PlannedCompositeBodyWorkspace<S> k;
    const State<S> joints = joints_of(theta);
    const std::size_t n = at(base_rows(tree_) + tree_.size()), nv = at(tree_.nv());
    std::vector<S> D(n * n), g(n);
    planned_composite_body<S>(tree_, *ways_.composite_body, par_, joints, k, D, g);
    if (tree_.direct) return {D, g};  // rotors are in
    std::vector<S> D_theta(nv * nv), g_theta(nv);
    mass_to_drives<S>(tree_, par_, D, D_theta);
    rows_to_drives<S>(tree_, par_, g, 1, g_theta);
    return {D_theta, g_theta};
  }

  std::vector<S> mass_matrix(const State<S>& theta) const {
    if (ways_.composite_body) return composite_bodies(theta).first;
    MassMatrixWorkspace<S> k;
    std::vector<S> M(at(tree_.nv() * tree_.nv()));
    dynamics::mass_matrix<S>(MassMatrix::composite_body, tree_, par_, theta.q, k, M);
    return M;
  }

  std::vector<S> regressor_of(const State<S>& theta) const {
    std::vector<Index> columns;
    for (Index c = 0; c < (ways_.bodies_alone ? inertial_columns(tree_) : regressor_columns(tree_)); ++c)
      columns.push_back(c);
    return regressor_of(theta, columns);
  }

  std::vector<S> base_regressor_of(const State<S>& theta) const {
    std::vector<Index> columns = ways_.regressor_columns;
    if (ways_.bodies_alone) std::erase_if(columns, [&](Index c) { return c >= inertial_columns(tree_); });
    return regressor_of(theta, columns);
  }

  std::vector<S> regressor_of(const State<S>& theta, const std::vector<Index>& columns) const {
    RegressorWorkspace<S> k;
    std::vector<S> Y(at(tree_.nv() * regressor_columns(tree_))), chosen;
    regressor<S>(tree_, par_, theta, k, Y);
    for (Index row = 0; row < tree_.nv(); ++row)
      for (const Index c : columns) chosen.push_back(Y[at(row * regressor_columns(tree_) + c)]);
    return chosen;
  }

  // Per link: its rotation into the world row by row, then its position.
  std::vector<S> poses(const State<S>& theta) const {
    ForwardKinematicsWorkspace<S> k;
    std::vector<Pose<S>> X_0(at(tree_.size()));
    forward_kinematics<S>(tree_, par_, joints_of(theta), k, X_0);
    std::vector<S> values;
    for (std::size_t i = 0; i < X_0.size(); ++i) {
      const auto [R, p] = X_0[i] * par_.link_frame[i];
      for (const S& value : {R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz, p.x, p.y, p.z})
        values.push_back(value);
    }
    return values;
  }

  std::vector<S> jacobian_of_last(const State<S>& theta) const {
    JacobianWorkspace<S> k;
    const Index joint_columns = base_rows(tree_) + tree_.size(), nv = tree_.nv();
    std::vector<S> J(at(6 * joint_columns)), J_theta(at(6 * nv));
    jacobian<S>(tree_, par_, joints_of(theta), tree_.size() - 1, par_.link_frame.back().p, k, J);
    const Index base = base_rows(tree_);
    for (Index row = 0; row < 6; ++row)
      for (Index column = 0; column < nv; ++column) {
        S sum = tree_.direct || column < base ? J[at(row * joint_columns + column)] : S(0.0);
        if (!tree_.direct && column >= base)
          for (Index i = 0; i < tree_.size(); ++i)
            sum = sum + J[at(row * joint_columns + base + i)] * par_.G[at(i * tree_.drives() + column - base)];
        J_theta[at(row * nv + column)] = sum;
      }
    return J_theta;
  }

  // The function itself and its derivatives along every position, velocity (and torque): column by column with Dual.
  template <bool inverse> std::vector<NamedValues<S>> derivatives(const Inputs<S>& in) const {
    using D = scalar::Dual<S>;
    const std::size_t n = at(tree_.nv());
    const Parameters<D> par = dual(par_);
    const Computation<D> with_duals(tree_, par, ways_);
    Inputs<D> x{dual(in.q), dual(in.v), dual(in.a), dual(in.tau), dual(in.wrench)};
    std::vector<S> value(n);
    const auto by = [&](std::vector<D>& direction) {
      std::vector<S> matrix(n * n);
      for (std::size_t c = 0; c < n; ++c) {
        direction[c].derivative = S(1.0);
        const State<D> theta = with_duals.state(x);
        const std::vector<D> column =
            inverse ? with_duals.torques(theta, true) : with_duals.accelerations(theta, x.tau);
        direction[c].derivative = S(0.0);
        for (std::size_t r = 0; r < n; ++r) value[r] = column[r].value, matrix[r * n + c] = column[r].derivative;
      }
      return matrix;
    };
    const std::vector<S> by_q = by(x.q), by_v = by(x.v);
    if (inverse) return {{"tau", value}, {"dtau_dq", by_q}, {"dtau_dqd", by_v}};
    return {{"qdd", value}, {"dqdd_dq", by_q}, {"dqdd_dqd", by_v}, {"dqdd_dtau", by(x.tau)}};
  }

  const Tree& tree_;
  Parameters<S> par_;
  Ways ways_;
};

}  // namespace tauforge::dynamics
