// Inverse dynamics by Newton and Euler with the modelling choices of a Plan, for trees on a fixed or floating base.
// It computes what newton_euler.h computes (a floating base's rows first), and adds the rotor inertias
// par.drive[i].inertia to the joint torques where coordinates are those of the drives (tree.direct); who wants the
// bodies alone leaves them zero.
//
// Every body i has a working frame W_i: its own, or the frame before the joints of its run turned (the head's). phi_i
// is the sum of the angles of its run up to i. With l the frame of the head before it turned, P = [Sigma h; h' m]:
//   w_l   = F_h' w_parent(h),   w'_i = Rz(phi_i)' w_l   (or w_l in the frame before)                   (1)
//   w_i   = w'_i + (sum qd) z,  dw_i = dw'_i + (sum qd) w'_i x z + (sum qdd) z                         (2)
//   U_i   = [dw_i]x + [w_i]x [w_i]x,  of which U_i z = Rz(phi_i)' U_l z: nothing on the axis moves in it (3)
//   a_i   = (a_a + U_a p_i) turned into W_i                                                            (4)
//   F_i   = m a_i + U_i h,   N_i = vee(U_i Sigma - Sigma U_i') + h x a_i                               (5)
//   f, n  carried to the parent; inside a run the x and y parts of n go straight to the head           (6)
//   tau_i = n_z (or f_z) + I_rotor qdd_i                                                               (7)
// In the frame before, Sigma, h and p turn instead of the vectors. vee(U Sigma - Sigma U') equals J dw + w x J w.
// A body that turns about an axis fixed in space feels Sigma_xx + Sigma_yy alone.
#pragma once

#include <algorithm>
#include <utility>

#include "tauforge/dynamics/inertial_wrench.h"
#include "tauforge/dynamics/link_moment.h"
#include "tauforge/dynamics/planned/parameters.h"
#include "tauforge/dynamics/planned/plan.h"
#include "tauforge/dynamics/state.h"
#include "tauforge/dynamics/turn_about_z.h"

namespace tauforge::dynamics {

template <Scalar S> struct PlannedNewtonEulerWorkspace {
  PlannedParameters<S> par;
  std::vector<Turn<S>> turn, run;           // by q_i, by phi_i
  std::vector<Vec3<S>> p;                   // offsets in the parent's own frame
  std::vector<Vec3<S>> w_l, dw_l;           // (1), of heads
  std::vector<Vec3<S>> w_in, dw_in, w, dw;  // w', dw' of (1), w, dw of (2)
  std::vector<Vec3<S>> w_own, dw_own;       // in the body's own frame, for its children
  std::vector<S> rate, rate_d;              // sums of qd, qdd over the run
  std::vector<Mat3<S>> U;                   // (3)
  std::vector<Vec3<S>> Uz;                  // its column z, where the joint turns that
  std::vector<Vec3<S>> squares;             // differences of squares of w: zz - yy, xx - zz, yy - xx
  std::vector<Vec3<S>> a, F, N;             // (4) (5)
  std::vector<Vec3<S>> f_own, n_own;        // from children, in the body's own frame
  std::vector<Vec3<S>> f_before, n_before;  // from children that share the frame before
  std::vector<Vec3<S>> sent;                // (6), in the head's frame before it turned
  std::vector<S> disc;                      // moments about their own axes of discs taken out [kg m^2]
  std::vector<S> rotor;                     // (7) [kg m^2 or kg]
  Vec3<S> w_0, dw_0, a_0, f_0, n_0;         // of the base: its motion less gravity, what it transmits
  Mat3<S> U_0;
};

// One body's turn through the recursion; kept as a class so that each step of the algorithm is one short function.
template <Scalar S> class PlannedNewtonEuler {
 public:
  PlannedNewtonEuler(const Tree& tree, const Plan& plan, const Parameters<S>& par, const State<S>& x,
                     PlannedNewtonEulerWorkspace<S>& k)
      : PlannedNewtonEuler(tree, plan, apply(tree, plan, par), par.drive, x, k) {}

  // With parameters to which the plan has been applied.
  PlannedNewtonEuler(const Tree& tree, const Plan& plan, PlannedParameters<S> par,
                     const std::vector<robot::Drive<S>>& drive, const State<S>& x, PlannedNewtonEulerWorkspace<S>& k)
      : tree_(tree), plan_(plan), x_(x), k_(k) {
    const std::size_t n = tree.size();
    k.par = std::move(par);
    k.disc.assign(n, S(0.0));
    for (Index i : tree.base_to_tip())
      if (!is_tail(i)) k.disc[i] = take_out_disc(tree, plan.link[i].disc, i, k.par);
    const Vec3<S> none = zero3<S>();
    k.turn.resize(n), k.run.resize(n), k.p.resize(n), k.rate.resize(n), k.rate_d.resize(n), k.U.resize(n);
    for (auto* vectors : {&k.w_l, &k.dw_l, &k.w_in, &k.dw_in, &k.w, &k.dw, &k.w_own, &k.dw_own, &k.Uz, &k.squares, &k.a,
                          &k.F, &k.N, &k.f_own, &k.n_own, &k.f_before, &k.n_before, &k.sent})
      vectors->assign(n, none);
    k.rotor.assign(n, S(0.0));
    if (tree.direct)
      for (std::size_t i = 0; i < std::min(n, drive.size()); ++i) k.rotor[i] = drive[i].inertia;
    k.w_0 = k.dw_0 = k.f_0 = k.n_0 = none;
  }

  void run(std::span<S> tau) {
    place();
    move_base();
    for (Index i : tree_.base_to_tip()) {
      rotate_in(i);
      accelerate(i);
    }
    for (Index i : tree_.base_to_tip()) load(i);
    if (!x_.external.empty())
      for (Index i : tree_.base_to_tip()) push(i);
    for (Index i : tree_.tip_to_base()) {
      const S rigid = carry_down(i);
      tau[base_rows(tree_) + i] = holds_rotor(i) ? rigid : rigid + k_.rotor[i] * x_.qdd[i];  // (7)
    }
    if (!tree_.floating) return;
    const Vec3<S> f = (S(1.0) / k_.par.unit) * k_.f_0;
    const S base[] = {f.x, f.y, f.z, k_.n_0.x, k_.n_0.y, k_.n_0.z};
    for (Index r = 0; r < 6; ++r) tau[r] = base[r];
  }

 private:
  const LinkPlan& plan(Index i) const { return plan_.link[i]; }
  bool is_before(Index i) const { return tree_.is_revolute(i) && !is_tail(i) && plan(i).frame == LinkFrame::before; }
  bool is_tail(Index i) const { return plan(i).axisymmetric_tail; }
  bool in_run(Index i) const { return plan(i).joins_run; }
  // turns about an axis that stands still
  bool is_fixed_axis(Index i) const { return !tree_.floating && !tree_.has_parent(i) && tree_.is_revolute(i); }
  bool holds_rotor(Index i) const {
    return plan(i).rotor_in_moment && (is_tail(i) || is_fixed_axis(i) || plan(i).form != LinkForm::pseudo_inertia);
  }
  // The moment of inertia that goes with the angular acceleration about z.
  S about_z(Index i) const {
    const Sym3<S>& Sigma = k_.par.body[i].Sigma;  // the sum does not change when the frame turns about z
    const S bodies = Sigma.xx + Sigma.yy + k_.disc[i];
    return holds_rotor(i) ? bodies + k_.rotor[i] : bodies;
  }

  void place() {
    std::vector<S> phi(tree_.size(), S(0.0));
    for (Index i : tree_.base_to_tip()) {
      const Pose<S>& X = k_.par.placement[i];
      const S q = x_.q[i] + k_.par.offset[i];
      k_.p[i] = X.p;
      if (!tree_.is_revolute(i)) {
        k_.p[i] = X.p + (q / k_.par.unit) * column_z(X.R);
        continue;
      }
      phi[i] = in_run(i) ? phi[tree_.parent(i)] + q : q;
      k_.rate[i] = in_run(i) ? k_.rate[tree_.parent(i)] + x_.qd[i] : x_.qd[i];
      k_.rate_d[i] = in_run(i) ? k_.rate_d[tree_.parent(i)] + x_.qdd[i] : x_.qdd[i];
      if (is_tail(i) && x_.external.empty()) continue;  // never turned
      const auto turn = [&](const S& angle, int label) {
        return turn_by(angle, plan(i).alignment, k_.par.alignment[i], label);
      };
      k_.turn[i] = turn(q, i + 1);
      if (is_tail(i)) continue;  // only wrenches from outside are
      k_.run[i] = in_run(i) ? turn(phi[i], plan_.run_digits(tree_, i)) : k_.turn[i];
    }
  }

  // As newton_euler.h does; lengths in the plan's unit.
  void move_base() {
    k_.U_0 = {};
    k_.a_0 = -k_.par.gravity;
    if (!tree_.floating) return;
    const BaseMotion<S>& b = x_.base;
    k_.w_0 = b.velocity.angular;
    k_.dw_0 = b.acceleration.angular;
    k_.a_0 = (S(1.0) / k_.par.unit) * (b.acceleration.linear + cross(k_.w_0, b.velocity.linear)) -
             transposed_times(b.X_wb.R, k_.par.gravity);
    k_.U_0 = acceleration_matrix(k_.w_0, k_.dw_0);
    const PseudoInertia<S>& P = k_.par.base;
    k_.f_0 = P.m * k_.a_0 + k_.U_0 * P.h;
    const Vec3<S>& w = k_.w_0;
    const S xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z;
    k_.n_0 = link_moment(plan_.base_form, P.Sigma, P.Sigma.xx + P.Sigma.yy, w, {zz - yy, xx - zz, yy - xx}, k_.dw_0,
                         k_.U_0) +
             cross(P.h, k_.a_0);
    k_.f_0 = k_.f_0 - k_.par.unit * x_.external_on_base.force;
    k_.n_0 = k_.n_0 - x_.external_on_base.moment;
  }

  // (1) (2) (3)
  void rotate_in(Index i) {
    const Index h = plan_.head(tree_, i);
    if (h == i) {
      const bool inner = tree_.has_parent(i);
      const Mat3<S>& F = k_.par.placement[i].R;
      k_.w_l[i] = transposed_times(F, inner ? k_.w_own[tree_.parent(i)] : k_.w_0);
      k_.dw_l[i] = transposed_times(F, inner ? k_.dw_own[tree_.parent(i)] : k_.dw_0);
    }
    const Vec3<S>&w_l = k_.w_l[h], &dw_l = k_.dw_l[h];
    const bool turned = tree_.is_revolute(i) && !is_before(i) && !is_tail(i);
    const Vec3<S> w_in = turned ? backward(k_.run[i], w_l) : w_l;
    const Vec3<S> dw_in = turned ? backward(k_.run[i], dw_l) : dw_l;
    const S &rate = k_.rate[i], &rate_d = k_.rate_d[i];
    k_.w_in[i] = w_in, k_.dw_in[i] = dw_in;
    const Vec3<S> w = tree_.is_revolute(i) ? w_in + along_z(rate) : w_in;
    k_.w[i] = w;
    if (turns_column(i)) {
      const Vec3<S> Uz_l = column_before(h), Uz = turned ? backward(k_.run[i], Uz_l) : Uz_l;
      k_.Uz[i] = Uz;
      k_.dw[i] = {w.y * w.z - Uz.y, Uz.x - w.x * w.z, dw_l.z + rate_d};
    } else {
      k_.dw[i] = tree_.is_revolute(i) ? dw_in + (rate * cross_z(w_in) + along_z(rate_d)) : dw_in;
    }
    named(k_.w[i], "w", i + 1);
    named(k_.dw[i], "dw", i + 1);
    hinted(w_in, "wp", i + 1), hinted(dw_in, "dwp", i + 1);
    hinted(k_.Uz[i], "Uz", i + 1);
    k_.w_own[i] = is_before(i) ? backward(k_.run[i], k_.w[i]) : k_.w[i];
    k_.dw_own[i] = is_before(i) ? backward(k_.run[i], k_.dw[i]) : k_.dw[i];
    form_field(i);
  }

  bool turns_column(Index i) const { return tree_.is_revolute(i) && !is_tail(i) && plan(i).turning == Turning::column; }

  // U z of a head before it turns, from its parent's U
  Vec3<S> column_before(Index h) const {
    const Mat3<S>& F = k_.par.placement[h].R;
    const Vec3<S> axis = column_z(F);
    if (!tree_.has_parent(h)) return transposed_times(F, k_.U_0 * axis);
    const Index a = tree_.parent(h);
    const Mat3<S>& U = k_.U[a];
    if (!is_before(a)) return transposed_times(F, U * axis);
    const Turn<S>& t = k_.run[a];
    return transposed_times(F, backward(t, U * forward(t, axis)));
  }

  // Passes its angular acceleration on to a child outside its run.
  bool passes_on(Index i) const {
    for (Index c : tree_.base_to_tip())
      if (tree_.parent(c) == i && !in_run(c)) return true;
    return false;
  }

  S square_y(Index i) const {
    const Vec3<S>& w = k_.w[i];
    const Index h = plan_.head(tree_, i);
    if (turns_column(i) || !plan(i).shares_squares || !tree_.is_revolute(i) || is_tail(i) || !tree_.has_parent(h) ||
        is_before(tree_.parent(h)))
      return w.y * w.y;
    // a quarter turn about x brings z of the parent into the plane that the joint turns: |w|^2 there is known
    const Vec3<S>& u = k_.w[tree_.parent(h)];
    return (u.x * u.x + u.z * u.z) - w.x * w.x;
  }

  // (3); with factoring, x z + dy = x (z + rate) ... saves a product where dw itself is not needed
  void form_field(Index i) {
    const Vec3<S>&w = k_.w[i], &dw = k_.dw[i], &w_in = k_.w_in[i], &dw_in = k_.dw_in[i];
    const S xx = w.x * w.x, yy = square_y(i), zz = w.z * w.z, xy = w.x * w.y;
    const Factoring factoring = plan(i).factoring;
    const bool factored = tree_.is_revolute(i) &&
                          (factoring == Factoring::always || (factoring == Factoring::at_leaves && !passes_on(i)));
    S zx, zy, xz, yz;
    if (turns_column(i)) {
      const Vec3<S>& Uz = k_.Uz[i];
      const S twice = w.z + w.z;
      xz = Uz.x, yz = Uz.y;
      zx = factored ? w.x * twice - xz : w.x * w.z - dw.y;
      zy = factored ? w.y * twice - yz : w.y * w.z + dw.x;
    } else if (factored) {
      const S twice = w.z + k_.rate[i];  // w'_z + 2 rate
      zx = w.x * twice - dw_in.y;
      zy = w.y * twice + dw_in.x;
      xz = w.x * w_in.z + dw_in.y;
      yz = w.y * w_in.z - dw_in.x;
    } else {
      const S pxz = w.x * w.z, pyz = w.y * w.z;
      using scalar::hinted;
      hinted(pxz, "ww", i + 1, "xz"), hinted(pyz, "ww", i + 1, "yz");
      zx = pxz - dw.y, zy = pyz + dw.x, xz = pxz + dw.y, yz = pyz - dw.x;
    }
    const S Uyy = -(xx + zz);
    S Uxx = -(yy + zz), Uzz = -(xx + yy);
    k_.squares[i] = {zz - yy, xx - zz, yy - xx};
    if (turns_column(i)) Uzz = k_.Uz[i].z;
    if (turns_column(i) && plan(i).shares_squares) {
      Uxx = Uzz + (xx - zz);
      k_.squares[i] = {Uzz - Uyy, xx - zz, Uyy - Uxx};
    }
    // clang-format off
    k_.U[i] = {Uxx, xy - dw.z, xz,
                   xy + dw.z, Uyy, yz,
                   zx, zy, Uzz};
    // clang-format on
    name_field(i + 1, k_.U[i], xx, yy, zz, xy);
  }

  // For readers of generated code.
  void name_field(int k, const Mat3<S>& U, const S& xx, const S& yy, const S& zz, const S& xy) const {
    using scalar::hinted;
    hinted(U.xx, "U", k, "xx"), hinted(U.xy, "U", k, "xy"), hinted(U.xz, "U", k, "xz");
    hinted(U.yx, "U", k, "yx"), hinted(U.yy, "U", k, "yy"), hinted(U.yz, "U", k, "yz");
    hinted(U.zx, "U", k, "zx"), hinted(U.zy, "U", k, "zy"), hinted(U.zz, "U", k, "zz");
    hinted(xx, "ww", k, "xx"), hinted(yy, "ww", k, "yy"), hinted(zz, "ww", k, "zz"), hinted(xy, "ww", k, "xy");
    hinted(k_.squares[k - 1], "dww", k);
  }

  // U_a p = (U_a - Z) p + Z p, with Z = [dw_z z]x - w_z^2 (1 - z z'), the spin about the common axis of a run, which turns
  // with it unchanged: Z p may also be formed from the lever p seen from the frame of i.
  bool spins_lever(Index i) const { return in_run(i) && plan(i).spins_lever && !is_before(i) && !is_tail(i); }
  Mat3<S> field_for(Index i) const {
    const Index a = tree_.parent(i);
    const Mat3<S>& U = k_.U[a];
    if (!spins_lever(i)) return U;
    const Vec3<S>& w = k_.w[a];
    const S xy = w.x * w.y;
    return {-(w.y * w.y), xy, U.xz, xy, -(w.x * w.x), U.yz, U.zx, U.zy, U.zz};
  }
  Vec3<S> spin_for(Index i) const {
    if (!spins_lever(i)) return zero3<S>();
    const Index a = tree_.parent(i);
    const Vec3<S> lever = backward(k_.turn[i], k_.p[i]);
    const S spin = k_.dw[a].z, zz = k_.w[a].z * k_.w[a].z;
    return {-(zz * lever.x + spin * lever.y), spin * lever.x - zz * lever.y, S(0.0)};
  }

  // (4)
  void accelerate(Index i) {
    const Index a = tree_.parent(i);
    const bool turned = tree_.is_revolute(i) && !is_before(i) && !is_tail(i);
    const Mat3<S>& F = k_.par.placement[i].R;
    Vec3<S> acc;
    if (!tree_.has_parent(i)) {
      acc = transposed_times(F, k_.a_0 + k_.U_0 * k_.p[i]);
    } else if (is_before(a)) {
      acc = k_.a[a] + field_for(i) * forward(k_.run[a], k_.p[i]);
      if (in_run(i)) {  // the same frame before
        k_.a[i] = is_before(i) ? acc : backward(k_.run[i], acc) + spin_for(i);
        return;
      }
      acc = transposed_times(F, backward(k_.run[a], acc));
    } else {
      acc = transposed_times(F, k_.a[a] + field_for(i) * k_.p[i]);
      if (in_run(i) && is_before(i)) acc = forward(k_.run[a], acc);
    }
    k_.a[i] = turned ? backward(k_.turn[i], acc) + spin_for(i) : acc;
    if (!tree_.is_revolute(i)) {
      const S qd = x_.qd[i] / k_.par.unit, qdd = x_.qdd[i] / k_.par.unit;
      k_.a[i] = k_.a[i] + ((qd + qd) * cross_z(k_.w[i]) + along_z(qdd));
    }
    named(k_.a[i], "a", i + 1);
    hinted(acc, "ap", i + 1);
  }

  // (5)
  void load(Index i) {
    const PseudoInertia<S>& P = k_.par.body[i];
    const Vec3<S>&w = k_.w[i], &dw = k_.dw[i], &a = k_.a[i];
    if (is_tail(i)) {  // only a moment of inertia about its own axis
      const S spin = w.z * (P.Sigma.xx + P.Sigma.yy);
      k_.N[i] = {spin * w.y, -(spin * w.x), (k_.dw_in[i].z + k_.rate_d[i]) * about_z(i)};
      return;
    }
    const Mat3<S>& U = k_.U[i];
    const Sym3<S> Sigma = is_before(i) ? forward(k_.run[i], P.Sigma) : P.Sigma;
    const Vec3<S> h = is_before(i) ? forward(k_.run[i], P.h) : P.h;
    k_.F[i] = P.m * a + U * h;
    Vec3<S> N = is_fixed_axis(i) ? along_z(dw.z * about_z(i))
                                 : link_moment(plan(i).form, Sigma, about_z(i), w, k_.squares[i], dw, U);
    if (plan(i).form == LinkForm::pseudo_inertia && !is_fixed_axis(i)) N.z = N.z + dw.z * k_.disc[i];
    k_.N[i] = N + Vec3<S>{h.y * a.z - h.z * a.y, h.z * a.x - h.x * a.z, h.x * a.y - h.y * a.x};
  }

  // A wrench from outside, given about the origin before it slid, joins what children transmit.
  void push(Index i) {
    Vec3<S> f = k_.par.unit * x_.external[i].force;
    Vec3<S> n = x_.external[i].moment + k_.par.slid[i] * cross_z(f);
    if (plan(i).alignment != Alignment::none) {
      const Turn<S> aligned{k_.par.alignment[i].x, k_.par.alignment[i].y};
      f = backward(aligned, f), n = backward(aligned, n);
    }
    const Turn<S>& t = k_.turn[i];
    const bool tail = is_tail(i);  // computed as if it did not turn
    k_.f_own[i] = k_.f_own[i] - (tail ? forward(t, f) : f);
    k_.n_own[i] = k_.n_own[i] - (!tail       ? n
                                 : in_run(i) ? forward(k_.run[tree_.parent(i)], forward(t, n))
                                             : forward(t, n));
  }

  // p x f_a, about the parent's origin, of the force f that joint i transmits. About parallel axes its z part may also come
  // from the lever turned into the frame of i: then the force itself is not turned for the parent's torque.
  Vec3<S> moment_of(Index i, const Vec3<S>& f, const Vec3<S>& p, const Vec3<S>& f_a) const {
    Vec3<S> moment = cross(p, f_a);
    if (!in_run(i) || !plan(i).turns_lever || is_before(i) || is_tail(i)) return moment;
    const Vec3<S> lever = backward(k_.turn[i], k_.p[i]);
    moment.z = lever.x * f.y - lever.y * f.x;
    return moment;
  }

  // (6): the wrench of joint i; returns the joint's torque
  S carry_down(Index i) {
    Vec3<S> f = k_.F[i], n = k_.N[i];
    if (is_before(i)) {
      f = f + (forward(k_.run[i], k_.f_own[i]) + k_.f_before[i]);
      n = n + (forward(k_.run[i], k_.n_own[i]) + k_.n_before[i]);
    } else {
      f = f + k_.f_own[i];
      n = n + k_.n_own[i];
    }
    named(f, "f", i + 1);
    named(n, "n", i + 1);
    hinted(k_.F[i], "F", i + 1), hinted(k_.N[i], "N", i + 1);
    hinted(k_.f_own[i], "fc", i + 1), hinted(k_.n_own[i], "nc", i + 1);
    const S tau = tree_.is_revolute(i) ? n.z : f.z / k_.par.unit;
    if (!tree_.has_parent(i) && !tree_.floating) return tau;
    const Index a = tree_.parent(i);
    const bool turned = tree_.is_revolute(i) && !is_before(i) && !is_tail(i);
    if (in_run(i) && is_before(a) && !is_tail(i)) {
      const Vec3<S> p = forward(k_.run[a], k_.p[i]), f_l = turned ? forward(k_.run[i], f) : f;
      k_.f_before[a] = k_.f_before[a] + f_l;
      k_.n_before[a] = k_.n_before[a] + ((turned ? forward(k_.run[i], n) : n) + moment_of(i, f, p, f_l));
      return tau;
    }
    const Mat3<S>& F = k_.par.placement[i].R;
    if (in_run(i) && is_before(i)) f = backward(k_.run[a], f);
    const Vec3<S> f_a = F * (turned ? forward(k_.turn[i], f) : f);
    Vec3<S> n_a = moment_of(i, f, k_.p[i], f_a);
    if (in_run(i)) {
      const Index h = plan_.head(tree_, i);
      const Vec3<S> across{n.x, n.y, S(0.0)};
      k_.sent[h] = k_.sent[h] + (turned ? forward(k_.run[i], across) : across);
      n_a = n_a + along_z(n.z);
    } else {
      n_a = n_a + F * ((turned ? forward(k_.turn[i], n) : n) + k_.sent[i]);
    }
    Vec3<S>& f_to = tree_.has_parent(i) ? k_.f_own[a] : k_.f_0;
    Vec3<S>& n_to = tree_.has_parent(i) ? k_.n_own[a] : k_.n_0;
    f_to = f_to + f_a;
    n_to = n_to + n_a;
    return tau;
  }

  const Tree& tree_;
  const Plan& plan_;
  const State<S>& x_;
  PlannedNewtonEulerWorkspace<S>& k_;
};

template <Scalar S>
void planned_newton_euler(const Tree& tree, const Plan& plan, const Parameters<S>& par, const State<S>& x,
                          PlannedNewtonEulerWorkspace<S>& k, std::span<S> tau) {
  PlannedNewtonEuler<S>(tree, plan, par, x, k).run(tau);
}

}  // namespace tauforge::dynamics
