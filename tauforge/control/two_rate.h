// The two rates of [IHPH92, sec. 2]: background tasks compute the parts of the equation of motion from the newest state; the
// synchronous task multiplies and adds.
//
//   background task 1    D_ij(q) and D_i(q)                   CoefficientsTask                                (1)
//   background task 2    h(q, qd)                             VelocityTask                                    (2)
//   synchronous task     tau_i = sum_j D_ij v_j + b_i         n products and n sums per joint                 (3)
//                        with b = h + D_i, added once per message that arrives
//                        + f_i(q_i, qd_i)                     friction at the wanted speed                    (4)
//
// Where gravity is wanted at the measured position, the synchronous task computes it itself, every period.
//
//            Mailbox<Moment>            Mailbox<Message>
//   loop  ------------------->  tasks  ----------------->  TwoRate, an Equation for any law
//
// Values travel through mailboxes: whoever reads never waits and never sees half a value. A result is used from when it
// arrives until the next one does; the moment that a task is told is the reference in the middle of that time.        (5)
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "tauforge/control/equation.h"
#include "tauforge/executive/mailbox.h"
#include "tauforge/executive/task.h"

namespace tauforge::control {

using executive::Nanoseconds;

// What the synchronous task saw and wanted, carried on to the time for which a result will be used.
struct Moment {
  Nanoseconds time = 0;  // when it was seen
  std::vector<double> q, qd, q_d, qd_d;

  explicit Moment(std::size_t joints = 0) : q(joints), qd(joints), q_d(joints), qd_d(joints) {}
};

// What a background task found: D and D_i, or h.
struct Message {
  Nanoseconds read = 0;  // when the state was seen that it belongs to
  std::vector<double> values;
};

void coefficients(const Model& model, Point point, const Moment& moment, std::span<double> D_and_D_i) noexcept;  // (1)
void velocity_torques(const Model& model, Point point, const Moment& moment, std::span<double> h) noexcept;      // (2)

// One background task; what it finds is published when it is finite.
template <void (*compute)(const Model&, Point, const Moment&, std::span<double>) noexcept>
class ModelTask : public executive::BackgroundTask {
 public:
  // Keeps a reference to the model. Computes the first values from `first`, so that there is a model from the beginning.
  ModelTask(Model& model, Point point, std::size_t results, const Moment& first)
      : model_(model),
        point_(point),
        moments_(first),
        moment_(&moments_.latest()),
        results_(initial(model, point, results, first)) {}

  void begin(Nanoseconds) noexcept override { model_.refresh(), moment_ = &moments_.latest(); }
  bool finish(Nanoseconds) noexcept override {
    Message& message = results_.draft();
    compute(model_, point_, *moment_, message.values);
    message.read = moment_->time;
    for (const double x : message.values)
      if (!std::isfinite(x)) return false;
    results_.publish();
    return true;
  }

  executive::Mailbox<Moment>& moments() noexcept { return moments_; }   // the synchronous task writes
  executive::Mailbox<Message>& results() noexcept { return results_; }  // and reads

 private:
  static Message initial(const Model& model, Point point, std::size_t results, const Moment& first) {
    Message message{first.time, std::vector<double>(results)};
    compute(model, point, first, message.values);
    return message;
  }

  Model& model_;
  Point point_;
  executive::Mailbox<Moment> moments_;
  const Moment* moment_;
  executive::Mailbox<Message> results_;
};
using CoefficientsTask = ModelTask<&coefficients>;  // model.equation_size() + n results
using VelocityTask = ModelTask<&velocity_torques>;  // n results

class TwoRate : public Equation {
 public:
  // Keeps references. `periods` are those of the two tasks; 0: nothing is predicted.
  TwoRate(const Model& model, Point point, bool drives_carry_gravity, executive::Mailbox<Message>& D,
          executive::Mailbox<Message>& h, std::array<Nanoseconds, 2> periods = {});

  // Takes the newest of both; when the older of their states was seen.
  Nanoseconds receive(Nanoseconds now) noexcept;

  // (5): how far ahead a task has to look that is told the state now.
  Nanoseconds lead(std::size_t task) const noexcept { return delay_[task] + periods_[task] / 2; }
  Point point() const noexcept { return point_; }

  std::size_t joints() const noexcept override { return model_.joints(); }
  void restart() noexcept override { followed_.restart(); }
  void take_friction_at_measured_speeds(const MeasuredFriction& how) override { followed_.take_measured_speeds(how); }
  void torques(const State& x, const Reference& r, std::span<const double> v, std::span<double> tau) noexcept override;

 private:
  enum class Gravity { of_background, measured, of_background_less_measured, none };
  static Gravity gravity_of(Point point, bool drives_carry_gravity);
  std::span<const double> equation() const noexcept { return std::span(D_->values).first(model_.equation_size()); }
  std::span<const double> D_i() const noexcept { return std::span(D_->values).subspan(model_.equation_size()); }

  const Model& model_;
  Point point_;
  Gravity gravity_;
  executive::Mailbox<Message>&D_box_, &h_box_;
  const Message *D_, *h_;
  std::array<Nanoseconds, 2> periods_, delay_{};  // from when a state was seen until its result arrived
  std::vector<double> b_, now_;                   // h + D_i; with gravity of this moment
  FollowedFriction followed_;
};

}  // namespace tauforge::control
