// Every function of a robot, drives included, over any scalar: with `double` what tables, control laws and tests ask and what
// generated code must equal; with `Expr`, recorded, what generated code is made from. Inputs and results are flat arrays in
// the coordinates of generated code (dynamics/coordinates.h).
#pragma once

#include <algorithm>

#include "tauforge/dynamics/coordinates.h"
#include "tauforge/dynamics/coriolis_matrix.h"
#include "tauforge/dynamics/jacobian.h"
#include "tauforge/dynamics/regressor.h"
#include "tauforge/functions/drive_dynamics.h"
#include "tauforge/functions/function.h"

namespace tauforge::functions {

template <Scalar S> struct Inputs {
  std::span<const S> q, qd, qdd,
      tau = {};                    // positions, velocities, accelerations, torques; what is not read may be empty
  std::span<const S> wrench = {};  // fx fy fz nx ny nz ON each pushed link, in its file frame; empty: none
};

// How many numbers a result has.
std::size_t size_of(const ResultInfo& result, const Tree& tree, const Choices& choices);
// Of all results of a function, which follow one another.
std::size_t size_of(Function function, const Tree& tree, const Choices& choices);

// Takes memory at the first call of a function, none afterwards (with the default formulations).
template <Scalar S> class Computation {
 public:
  Computation(const Tree& tree, const Parameters<S>& par, const Choices& choices = {}) : drives_(tree, par, choices) {}

  std::size_t size(Function function) const { return size_of(function, tree(), drives_.choices()); }

  void operator()(Function function, const Inputs<S>& in, std::span<S> out) {
    const std::size_t nv = tree().nv();
    switch (function) {
      case Function::inverse_dynamics: return drives_.torques(state(in), out);
      case Function::bias: return drives_.torques(state({in.q, in.qd, {}, {}, in.wrench}), out);
      case Function::velocity_torque:
        return drives_.torques(state({in.q, in.qd, {}}), out, {.friction = true, .gravity = true});
      case Function::friction: return friction(state({in.q, in.qd, {}}), out);
      case Function::gravity: return drives_.gravity(state({in.q, {}, {}}), out);
      case Function::mass_matrix: return drives_.mass_matrix(state({in.q, {}, {}}), out);
      case Function::coefficients: return drives_.coefficients(state({in.q, {}, {}}), out.first(nv * nv), out.last(nv));
      case Function::forward_dynamics: return drives_.accelerations(state(in), in.tau, out);
      case Function::regressor: return chosen_columns(state(in), nullptr, out);
      case Function::base_regressor: return chosen_columns(state(in), &drives_.choices().base_columns, out);
      case Function::forward_kinematics: return poses(joints_of(state({in.q, {}, {}})), out);
      case Function::jacobian: return jacobian_of_link(joints_of(state({in.q, {}, {}})), out);
      case Function::coriolis_matrix:
        return dynamics::coriolis_matrix<S>(tree(), par(), joints_of(state({in.q, in.qd, {}})), coriolis_, out);
      case Function::momentum: return drives_.momentum(state({in.q, in.qd, {}}), out);
      case Function::inverse_dynamics_derivatives: return derivatives<true>(in, out);
      case Function::forward_dynamics_derivatives: return derivatives<false>(in, out);
    }
  }

  std::vector<S> operator()(Function function, const Inputs<S>& in) {
    std::vector<S> out(size(function));
    (*this)(function, in, out);
    return out;
  }

  // Takes the memory of a function's calls.
  void prepare(Function function) {
    const std::size_t nv = tree().nv();
    std::vector<S> q(dynamics::position_count(tree()), S(0.0));
    if (tree().floating) q[6] = S(1.0);
    const std::vector<S> zeros(nv, S(0.0)),
        wrench(6 * std::max<std::size_t>(1, drives_.choices().pushed.size()), S(0.0));
    std::vector<S> out(size(function));
    columns_ = 1;  // of derivatives: the others need no more
    (*this)(function, {q, zeros, zeros, zeros, wrench}, out);
    columns_ = static_cast<std::size_t>(-1);
  }

  // The state that inputs stand for; until the next call.
  const State<S>& state(const Inputs<S>& in) {
    dynamics::read_state<S>(tree(), in.q, in.qd, in.qdd, theta_);
    push<S>(drives_.choices(), par(), in.wrench, theta_);
    return theta_;
  }

  const Tree& tree() const { return drives_.tree(); }
  // May change between calls, in place: a payload, another gravity.
  Parameters<S>& parameters() { return drives_.parameters(); }
  const Choices& choices() const { return drives_.choices(); }

 private:
  const Parameters<S>& par() const { return drives_.parameters(); }

  template <Scalar T> static dynamics::Pose<T> pose(const dynamics::Pose<double>& X) {
    const auto& [R, p] = X;
    return {{T(R.xx), T(R.xy), T(R.xz), T(R.yx), T(R.yy), T(R.yz), T(R.zx), T(R.zy), T(R.zz)},
            {T(p.x), T(p.y), T(p.z)}};
  }

  // Wrenches are given in links' frames and act on bodies.
  template <Scalar T>
  static void push(const Choices& choices, const Parameters<T>& par, std::span<const T> wrench, State<T>& x) {
    x.external.clear(), x.external_on_base = {};
    if (wrench.empty()) return;
    x.external.resize(par.body.size());
    const auto add = [&](const dynamics::Pose<T>& X, const T* w, dynamics::Wrench<T>& to) {
      const dynamics::Vec3<T> force = X.R * dynamics::Vec3<T>{w[0], w[1], w[2]};
      to = to + dynamics::Wrench<T>{force, X.R * dynamics::Vec3<T>{w[3], w[4], w[5]} + cross(X.p, force)};
    };
    if (choices.pushed.empty()) return add(par.link_frame.back(), wrench.data(), x.external.back());
    for (std::size_t k = 0; k < choices.pushed.size(); ++k) {
      const robot::Frame& frame = choices.pushed[k];
      add(pose<T>(frame.X), wrench.data() + 6 * k,
          frame.body == Tree::base ? x.external_on_base : x.external[frame.body]);
    }
  }

  const State<S>& joints_of(const State<S>& theta) {
    dynamics::to_joints<S>(tree(), par(), theta, joints_);
    return joints_;
  }

  // Where it grows with the load: under that of the arm without accelerations.
  void friction(const State<S>& theta, std::span<S> out) {
    std::fill(out.begin(), out.end(), S(0.0));
    if (drives_.choices().bodies_alone) return;
    if (!tree().loaded_friction) return dynamics::add_friction<S>(tree(), par(), theta.q, theta.qd, out);
    load_.resize(out.size());
    drives_.torques(theta, load_, {.friction = true});
    for (Index j = 0; j < tree().drives(); ++j) {
      const std::size_t i = base_rows(tree()) + j;
      out[i] = dynamics::friction(tree().friction[j], par().drive[j], theta.q[j], theta.qd[j], load_[i]);
    }
  }

  // null: all of them
  void chosen_columns(const State<S>& theta, const std::vector<Index>* chosen, std::span<S> out) {
    const Index nv = tree().nv(), all = dynamics::regressor_columns(tree());
    const Index most = drives_.choices().bodies_alone ? dynamics::inertial_columns(tree()) : all;
    Y_.resize(nv * all);
    dynamics::regressor<S>(tree(), par(), theta, regressor_, Y_);
    std::size_t next = 0;
    for (Index row = 0; row < nv; ++row) {
      if (!chosen)
        for (Index c = 0; c < most; ++c) out[next++] = Y_[row * all + c];
      else
        for (const Index c : *chosen)
          if (c < most) out[next++] = Y_[row * all + c];
    }
  }

  // Per link: its rotation into the world row by row, then its position.
  void poses(const State<S>& joints, std::span<S> out) {
    const auto& frames = drives_.choices().frames;
    X_0_.resize(tree().size());
    dynamics::forward_kinematics<S>(tree(), par(), joints, forward_kinematics_, X_0_);
    std::size_t next = 0;
    const auto put = [&](const dynamics::Pose<S>& X) {
      const auto& [R, p] = X;
      for (const S& value : {R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz, p.x, p.y, p.z}) out[next++] = value;
    };
    if (frames.empty())
      for (std::size_t i = 0; i < X_0_.size(); ++i) put(X_0_[i] * par().link_frame[i]);
    for (const robot::Frame& frame : frames) {
      const dynamics::Pose<S> X = pose<S>(frame.X);
      if (frame.body != Tree::base)
        put(X_0_[frame.body] * X);
      else
        put(tree().floating ? joints.base.X_wb * X : X);
    }
  }

  void jacobian_of_link(const State<S>& joints, std::span<S> out) {
    const auto& frame = drives_.choices().jacobian_of;
    const Index base = base_rows(tree()), joint_columns = base + tree().size(), nv = tree().nv();
    J_.resize(6 * joint_columns);
    dynamics::jacobian<S>(tree(), par(), joints, frame ? frame->body : tree().size() - 1,
                          frame ? pose<S>(frame->X).p : par().link_frame.back().p, jacobian_, J_);
    for (Index row = 0; row < 6; ++row)
      for (Index column = 0; column < nv; ++column) {  // J G
        S sum = tree().direct || column < base ? J_[row * joint_columns + column] : S(0.0);
        if (!tree().direct && column >= base)
          for (Index i = 0; i < tree().size(); ++i)
            sum = sum + J_[row * joint_columns + base + i] * par().G[i * tree().drives() + column - base];
        out[row * nv + column] = sum;
      }
  }

  // The function itself and its derivatives along every position, velocity (and torque): column by column with Dual.
  template <bool inverse> void derivatives(const Inputs<S>& in, std::span<S> out) {
    using Dual = scalar::Dual<S>;
    const auto to_dual = [](const S& value) { return Dual(value); };
    const auto all_to_dual = [&](std::span<const S> values, std::vector<Dual>& into) {
      into.resize(values.size());
      std::transform(values.begin(), values.end(), into.begin(), to_dual);
    };
    if (!dual_.drives) dual_.drives.emplace(tree(), Parameters<Dual>{}, drives_.choices());
    robot::convert<Dual>(par(), to_dual, dual_.drives->parameters());
    all_to_dual(in.q, dual_.q), all_to_dual(in.qd, dual_.qd), all_to_dual(in.qdd, dual_.qdd);
    all_to_dual(in.tau, dual_.tau), all_to_dual(in.wrench, dual_.wrench);
    const std::size_t n = tree().nv();
    dual_.column.resize(n);
    const auto by = [&](std::vector<Dual>& direction, std::span<S> matrix) {
      for (std::size_t c = 0; c < std::min(n, columns_); ++c) {
        direction[c].derivative = S(1.0);
        dynamics::read_state<Dual>(tree(), dual_.q, dual_.qd, dual_.qdd, dual_.theta);
        push<Dual>(drives_.choices(), dual_.drives->parameters(), dual_.wrench, dual_.theta);
        if (inverse)
          dual_.drives->torques(dual_.theta, dual_.column);
        else
          dual_.drives->accelerations(dual_.theta, dual_.tau, dual_.column);
        direction[c].derivative = S(0.0);
        for (std::size_t r = 0; r < n; ++r)
          out[r] = dual_.column[r].value, matrix[r * n + c] = dual_.column[r].derivative;
      }
    };
    by(dual_.q, out.subspan(n, n * n)), by(dual_.qd, out.subspan(n + n * n, n * n));
    if (!inverse) by(dual_.tau, out.subspan(n + 2 * n * n, n * n));
  }

  DriveDynamics<S> drives_;
  std::size_t columns_ = static_cast<std::size_t>(-1);  // of derivatives that are computed
  State<S> theta_, joints_;
  std::vector<S> Y_, J_, load_;
  std::vector<dynamics::Pose<S>> X_0_;
  dynamics::RegressorWorkspace<S> regressor_;
  dynamics::ForwardKinematicsWorkspace<S> forward_kinematics_;
  dynamics::JacobianWorkspace<S> jacobian_;
  dynamics::CoriolisMatrixWorkspace<S> coriolis_;
  struct {
    std::optional<DriveDynamics<scalar::Dual<S>>> drives;
    std::vector<scalar::Dual<S>> q, qd, qdd, tau, wrench, column;
    State<scalar::Dual<S>> theta;
  } dual_;  // of derivatives
};

}  // namespace tauforge::functions
