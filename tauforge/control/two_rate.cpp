#include "tauforge/control/two_rate.h"

namespace tauforge::control {

namespace {

bool is_measured(Point point) {
  return point == Point::measured || point == Point::followed || point == Point::gravity;
}

}  // namespace

void coefficients(const Model& model, Point point, const Moment& moment, std::span<double> D_and_D_i) noexcept {
  model.background(is_measured(point) ? moment.q : moment.q_d, D_and_D_i);
}

void velocity_torques(const Model& model, Point point, const Moment& moment, std::span<double> h) noexcept {
  if (point == Point::gravity)
    std::fill(h.begin(), h.end(), 0.0);
  else if (is_measured(point))
    model.velocity_torque(moment.q, moment.qd, h);
  else
    model.velocity_torque(moment.q_d, moment.qd_d, h);
}

TwoRate::Gravity TwoRate::gravity_of(Point point, bool drives_carry_gravity) {
  switch (point) {
    case Point::wanted: return drives_carry_gravity ? Gravity::of_background_less_measured : Gravity::of_background;
    case Point::wanted_with_measured_gravity: return drives_carry_gravity ? Gravity::none : Gravity::measured;
    case Point::measured:
    case Point::followed:
    case Point::gravity: break;
  }
  return drives_carry_gravity ? Gravity::none : Gravity::of_background;
}

TwoRate::TwoRate(const Model& model, Point point, bool drives_carry_gravity, executive::Mailbox<Message>& D,
                 executive::Mailbox<Message>& h, std::array<Nanoseconds, 2> periods)
    : model_(model),
      point_(point),
      gravity_(gravity_of(point, drives_carry_gravity)),
      D_box_(D),
      h_box_(h),
      D_(nullptr),
      h_(nullptr),
      periods_(periods),
      b_(model.joints()),
      now_(model.joints()),
      followed_(model) {
  receive(0);
}

Nanoseconds TwoRate::receive(Nanoseconds now) noexcept {
  const Message *D = &D_box_.latest(), *h = &h_box_.latest();
  if (D != D_) delay_[0] = std::min(now - D->read, 2 * periods_[0]);
  if (h != h_) delay_[1] = std::min(now - h->read, 2 * periods_[1]);
  if (D != D_ || h != h_) {
    D_ = D, h_ = h;
    const bool with_gravity = gravity_ == Gravity::of_background || gravity_ == Gravity::of_background_less_measured;
    for (std::size_t i = 0; i < b_.size(); ++i) b_[i] = with_gravity ? h_->values[i] + D_i()[i] : h_->values[i];
  }
  return std::min(D_->read, h_->read);
}

void TwoRate::torques(const State& x, const Reference& r, std::span<const double> v, std::span<double> tau) noexcept {
  std::span<const double> b = b_;
  if (gravity_ == Gravity::measured || gravity_ == Gravity::of_background_less_measured) {
    const double sign = gravity_ == Gravity::measured ? 1.0 : -1.0;
    model_.gravity(x.q, now_);
    for (std::size_t i = 0; i < now_.size(); ++i) now_[i] = b_[i] + sign * now_[i];
    b = now_;
  }
  model_.synchronous(equation(), b, v, tau);  // (3)
  followed_.add(point_, x, r, period_, tau);  // (4)
}

}  // namespace tauforge::control
