// The two rates of [IHPH92, sec. 2]: background tasks compute D and b of the equation of motion from the newest state; the
// synchronous task multiplies and adds.
//
//   synchronous      tau_i = sum_j D_ij v_j + b_i             n multiplications and n additions per joint     (1)
//                            + f_i(qd_i)                      drive_friction.h
//   background       D from the positions                     InertiaTask                                     (2)
//                    b from positions and velocities,         BiasTask                                        (3)
//                    without friction
//
//            Mailbox<Moment>              Mailbox<Coefficients<...>>
//   loop  ------------------->  tasks  ------------------------------->  TwoRate, an Equation for any law
//
// Values travel through mailboxes: whoever reads never waits and never sees half a value.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "tauforge/control/equation.h"
#include "tauforge/executive/mailbox.h"
#include "tauforge/executive/task.h"

namespace tauforge::control {

using executive::Nanoseconds;

// What the synchronous task saw and wanted at one release.
struct Moment {
  Nanoseconds time = 0;
  std::vector<double> q, qd, q_d, qd_d;

  explicit Moment(std::size_t joints = 0) : q(joints), qd(joints), q_d(joints), qd_d(joints) {}
  State state() const { return {q, qd}; }
  Reference reference() const { return {q_d, qd_d, {}}; }
};

// D row by row, or b.
struct Coefficients {
  Nanoseconds read = 0;  // when the state was read that they belong to
  std::vector<double> values;
};

// One background task: D or b of the equation, published when it is finite. `part` is OnePass::mass_matrix or bias.
template <void (OnePass::*part)(const State&, const Reference&, std::span<double>) noexcept>
class EquationTask : public executive::BackgroundTask {
 public:
  // Keeps a reference to the model. Computes the first values from `first`, so that there is a model from the beginning.
  EquationTask(const OnePass& equation, std::size_t results, const Moment& first)
      : equation_(equation),
        moments_(first),
        moment_(&moments_.latest()),
        results_(initial(equation_, results, first)) {}

  void begin(Nanoseconds) noexcept override { moment_ = &moments_.latest(); }
  bool finish(Nanoseconds) noexcept override {
    compute(equation_, *moment_, results_.draft());
    for (const double x : results_.draft().values)
      if (!std::isfinite(x)) return false;
    results_.publish();
    return true;
  }

  executive::Mailbox<Moment>& moments() noexcept { return moments_; }        // the synchronous task writes
  executive::Mailbox<Coefficients>& results() noexcept { return results_; }  // and reads

 private:
  static void compute(OnePass& equation, const Moment& moment, Coefficients& coefficients) noexcept {
    (equation.*part)(moment.state(), moment.reference(), coefficients.values);
    coefficients.read = moment.time;
  }
  static Coefficients initial(OnePass& equation, std::size_t results, const Moment& first) {
    Coefficients coefficients{0, std::vector<double>(results)};
    compute(equation, first, coefficients);
    return coefficients;
  }

  OnePass equation_;
  executive::Mailbox<Moment> moments_;
  const Moment* moment_;
  executive::Mailbox<Coefficients> results_;
};
using InertiaTask = EquationTask<&OnePass::mass_matrix>;  // (2): n^2 results
using BiasTask = EquationTask<&OnePass::bias>;            // (3): n results

class TwoRate : public Equation {
 public:
  // Keeps references. `friction`, where given, is what b lacks, at this point.
  TwoRate(executive::Mailbox<Coefficients>& D, executive::Mailbox<Coefficients>& b,
          const DriveFriction* friction = nullptr, Point point = Point::measured)
      : D_box_(D), b_box_(b), D_(&D.latest()), b_(&b.latest()), friction_(friction), point_(point) {}

  // Takes the newest of both; when the older of their states was read.
  Nanoseconds receive() noexcept {
    D_ = &D_box_.latest(), b_ = &b_box_.latest();
    return std::min(D_->read, b_->read);
  }

  std::size_t joints() const noexcept override { return b_->values.size(); }
  void torques(const State& x, const Reference& r, std::span<const double> v, std::span<double> tau) noexcept override {
    const std::size_t n = tau.size();
    for (std::size_t i = 0; i < n; ++i) {
      tau[i] = b_->values[i];
      for (std::size_t j = 0; j < n; ++j) tau[i] += D_->values[i * n + j] * v[j];  // (1)
    }
    const auto qd = friction_velocity(point_, x, r);
    if (friction_ && !qd.empty()) friction_->add(qd, tau);
  }

 private:
  executive::Mailbox<Coefficients>&D_box_, &b_box_;
  const Coefficients *D_, *b_;
  const DriveFriction* friction_;
  Point point_;
};

}  // namespace tauforge::control
