#include "tauforge/control/loop.h"

#include <algorithm>
#include <cmath>

#include "tauforge/diagnostic/require.h"

namespace tauforge::control {

namespace {

constexpr double at_rest = 0.02;  // [rad/s or m/s]: below, a stopping arm is held where it is

void copy(std::span<const double> from, std::array<double, most_drives>& to) {
  std::copy(from.begin(), from.end(), to.begin());
}

}  // namespace

Loop::Loop(const LoopParts& parts, Nanoseconds period)
    : parts_(parts), period_(1e-9 * static_cast<double>(period)), reading_(parts.hardware.drives()) {
  const std::size_t n = parts_.hardware.drives();
  diagnostic::require(n <= most_drives && parts_.axes.drives() == n && parts_.motion.joints() == n,
                      "axes and a motion for every drive, 32 at most");
  for (auto* values : {&q_d_, &qd_d_, &qdd_d_, &hold_, &still_, &tau_, &volts_, &applied_, &unused_})
    values->assign(n, 0.0);
}

Nanoseconds Loop::receive(Nanoseconds now) noexcept {
  if (any_) parts_.samples.push(sample_);
  const double dt = any_ ? 1e-9 * static_cast<double>(now - last_) : period_;
  last_ = now, any_ = true;

  parts_.hardware.read(now, reading_);
  parts_.axes.update(reading_, dt);
  if (stopping_)
    parts_.motion.pause(now);
  else if (parts_.motion.step(now, reading_, dt, parts_.axes))
    parts_.guard.recalibrated();
  parts_.motion.evaluate(1e-9 * static_cast<double>(now), q_d_, qd_d_, qdd_d_);
  parts_.guard.look(state(), reference(), reading_.hot, dt);
  if (parts_.motion.homing_failed()) parts_.guard.look_at_homing(*parts_.motion.homing());

  sample_.time = now, sample_.alarm = parts_.guard.alarm();
  sample_.phase = parts_.motion.phase();
  copy(parts_.axes.q(), sample_.q), copy(parts_.axes.qd(), sample_.qd);
  copy(q_d_, sample_.q_d), copy(qd_d_, sample_.qd_d), copy(qdd_d_, sample_.qdd_d), copy(applied_, sample_.tau);

  parts_.model.refresh();
  const Nanoseconds read = parts_.models ? parts_.models->receive(now) : now;
  tell_background(now);
  return read;
}

void Loop::full(Nanoseconds) noexcept { follow(parts_.motion.moves() ? parts_.law : parts_.fallback); }

void Loop::degraded(Nanoseconds) noexcept { follow(parts_.fallback); }

void Loop::stop(Nanoseconds) noexcept {
  // While the arm moves it is only damped: the point to hold goes along with it.
  const State x = state();
  const bool moves = std::any_of(x.qd.begin(), x.qd.end(), [](double v) { return !(std::abs(v) < at_rest); });
  if (!stopping_ || moves) std::copy(x.q.begin(), x.q.end(), hold_.begin());
  if (active_ != &parts_.fallback) parts_.fallback.restart(applied_);
  active_ = &parts_.fallback, stopping_ = true;
  parts_.fallback.step(x, {hold_, still_, still_}, period_, tau_);
  for (double& t : tau_)
    if (!std::isfinite(t)) t = 0.0;  // brakes alone
}

void Loop::follow(Controller& controller) noexcept {
  if (active_ && active_ != &controller) controller.restart(applied_);
  active_ = &controller, stopping_ = false;
  if (parts_.motion.phase() == Phase::resting) {
    std::fill(tau_.begin(), tau_.end(), 0.0);  // brakes alone
    return;
  }
  controller.step(state(), reference(), period_, tau_);
  parts_.guard.look_at_torques(tau_);
  if (alarmed()) stop(last_);  // not a number: nothing of it reaches the drives
}

void Loop::apply(Nanoseconds now) noexcept {
  parts_.axes.volts(tau_, volts_);
  sample_.digital = digital();
  parts_.hardware.write(now, volts_, sample_.digital);
  parts_.motion.applied(now);
  // what the cards can give, not what was asked for
  for (std::size_t j = 0; j < applied_.size(); ++j) applied_[j] = volts_[j] * parts_.axes[j].torque_per_volt;
  copy(applied_, sample_.tau), sample_.alarm = parts_.guard.alarm();
}

std::uint64_t Loop::digital() noexcept {
  if (!stopping_) digital_ = parts_.motion.digital();
  return stopping_ ? digital_ | brakes : digital_;
}

void Loop::finish() noexcept {
  if (!any_) return;
  parts_.samples.push(sample_);
  std::fill(volts_.begin(), volts_.end(), 0.0);
  parts_.hardware.write(last_, volts_, digital_ | brakes);
  any_ = false;
}

// Measured values are carried on as the reference goes on, where the arm follows one.
void Loop::tell_background(Nanoseconds now) noexcept {
  const State x = state();
  for (std::size_t k = 0; k < parts_.background.size(); ++k) {
    Moment& moment = parts_.background[k]->draft();
    moment.time = now;
    parts_.motion.evaluate(1e-9 * static_cast<double>(now + parts_.models->lead(k)), moment.q_d, moment.qd_d, unused_);
    const bool follows = parts_.models->point() == Point::followed;
    for (std::size_t j = 0; j < x.q.size(); ++j) {
      moment.q[j] = x.q[j] + (follows ? moment.q_d[j] - q_d_[j] : 0.0);
      moment.qd[j] = x.qd[j] + (follows ? moment.qd_d[j] - qd_d_[j] : 0.0);
    }
    parts_.background[k]->publish();
  }
}

}  // namespace tauforge::control
