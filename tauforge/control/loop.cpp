#include "tauforge/control/loop.h"

#include <algorithm>
#include <cmath>

#include "tauforge/diagnostic/require.h"

namespace tauforge::control {

namespace {

constexpr Nanoseconds longest_silence = 500'000'000;  // of cards at the start, while brakes hold the arm

void copy(std::span<const double> from, std::array<double, most_drives>& to) {
  std::copy(from.begin(), from.end(), to.begin());
}

}  // namespace

Loop::Loop(const LoopParts& parts, Nanoseconds period)
    : parts_(parts), period_(1e-9 * static_cast<double>(period)), reading_(parts.hardware.drives()) {
  const std::size_t n = parts_.hardware.drives();
  diagnostic::require(n <= most_drives && parts_.axes.drives() == n && parts_.motion.joints() == n,
                      "axes and a motion for every drive, 32 at most");
  for (auto* values : {&q_d_, &qd_d_, &qdd_d_, &tau_, &volts_, &applied_, &unused_}) values->assign(n, 0.0);
}

Nanoseconds Loop::receive(Nanoseconds now) noexcept {
  if (any_) parts_.samples.push(sample_);
  const CardStatus status = parts_.hardware.read(now, reading_);
  // since the last news: what came meanwhile comes at once
  const double dt = heard_ ? 1e-9 * static_cast<double>(now - news_) : period_;
  if (status == CardStatus::fine) parts_.axes.update(reading_, dt), news_ = now, heard_ = true;
  if (parts_.stop.active())
    parts_.motion.pause(now);
  else if (heard_ && parts_.motion.step(now, reading_, dt, parts_.axes))
    parts_.guard.recalibrated();
  parts_.motion.evaluate(1e-9 * static_cast<double>(now), q_d_, qd_d_, qdd_d_);
  parts_.model.refresh();
  const bool located = parts_.motion.phase() != Phase::homing;
  const bool braked = (digital_ & brakes) || parts_.stop.brakes() || parts_.stop.over();
  // an arm that is being stopped is wanted nowhere but where it is
  const Reference wanted = parts_.stop.active() ? Reference{parts_.axes.q(), qd_d_, qdd_d_} : reference();
  if (!any_) first_ = now;
  if (heard_ || status == CardStatus::failed || now - first_ > longest_silence)
    parts_.guard.look({state(), wanted, applied_, reading_, status, now, dt, located, braked});
  if (parts_.motion.homing_failed()) parts_.guard.look_at_homing(*parts_.motion.homing(), now);
  last_ = now, any_ = true;

  sample_.time = now, sample_.alarm = parts_.guard.record(), sample_.cards = status;
  sample_.phase = parts_.motion.phase(), sample_.stop = parts_.stop.phase();
  copy(parts_.axes.q(), sample_.q), copy(parts_.axes.qd(), sample_.qd), copy(parts_.guard.residual(), sample_.residual);
  copy(q_d_, sample_.q_d), copy(qd_d_, sample_.qd_d), copy(qdd_d_, sample_.qdd_d), copy(applied_, sample_.tau);

  const Nanoseconds read = parts_.models ? parts_.models->receive(now) : now;
  tell_background(now);
  return read;
}

void Loop::full(Nanoseconds now) noexcept { follow(parts_.motion.moves() ? parts_.law : parts_.fallback, now); }

void Loop::degraded(Nanoseconds now) noexcept { follow(parts_.fallback, now); }

void Loop::stop(Nanoseconds) noexcept {
  // where nobody knows where the arm is, it cannot be led to rest
  const StopCategory category = std::max(parts_.guard.category(), heard_ ? StopCategory::one : StopCategory::zero);
  parts_.stop.begin(category, state(), parts_.guard.braking_times(), applied_);
  active_ = nullptr, began_ = -1;
  parts_.stop.step(state(), period_, tau_);
}

void Loop::stopped_by_policy(executive::PolicyStop why, Nanoseconds seen, Nanoseconds limit) noexcept {
  parts_.guard.raise(why == executive::PolicyStop::age ? Alarm::old_model : Alarm::late_steps, last_, 0,
                     1e-9 * static_cast<double>(seen), 1e-9 * static_cast<double>(limit));
  sample_.alarm = parts_.guard.record();
}

// Somebody has looked at the stopped arm: it goes on from where it is, carefully.
void Loop::acknowledge() noexcept {
  parts_.guard.acknowledge();
  if (!parts_.stop.active()) return;
  parts_.stop.release();
  parts_.motion.resume(last_, parts_.axes.q());
}

void Loop::follow(Controller& controller, Nanoseconds now) noexcept {
  if (!heard_) return;  // brakes, and no torque yet
  if (active_ != &controller && any_) controller.restart(applied_);
  if (active_ == nullptr) began_ = now;
  active_ = &controller;
  if (parts_.motion.phase() == Phase::resting) {
    std::fill(tau_.begin(), tau_.end(), 0.0);  // brakes alone
    return;
  }
  controller.step(state(), reference(), period_, tau_);
  scale_torques(now);
  parts_.guard.look_at_torques(tau_, applied_, period_, now);
  if (alarmed()) stop(now);  // nothing of it reaches the drives
}

void Loop::scale_torques(Nanoseconds now) noexcept {
  const TorqueScale& scale = parts_.scale;
  const double grown = scale.seconds > 0 ? 1e-9 * static_cast<double>(now - began_) / scale.seconds : 1.0;
  const double share = std::min(scale.most, scale.start + (1.0 - scale.start) * grown);
  if (share >= 1.0) return;
  parts_.model.gravity(parts_.axes.q(), unused_);  // what holds the arm is not scaled
  for (std::size_t j = 0; j < tau_.size(); ++j) {
    const double most = share * std::abs(parts_.axes[j].torque_per_volt) * parts_.axes[j].max_volts;
    tau_[j] = unused_[j] + std::clamp(tau_[j] - unused_[j], -most, most);
  }
}

void Loop::apply(Nanoseconds now) noexcept {
  parts_.axes.volts(tau_, volts_);
  sample_.digital = digital();
  write(now);
  parts_.motion.applied(now);
  // what the cards can give, not what was asked for
  for (std::size_t j = 0; j < applied_.size(); ++j) applied_[j] = volts_[j] * parts_.axes[j].torque_per_volt;
  copy(applied_, sample_.tau), sample_.alarm = parts_.guard.record(), sample_.stop = parts_.stop.phase();
}

void Loop::write(Nanoseconds now) noexcept {
  if (parts_.hardware.write(now, {volts_, sample_.digital, parts_.stop.enable()}) == CardStatus::failed)
    parts_.guard.raise(Alarm::cards_failed, now);
}

std::uint64_t Loop::digital() noexcept {
  if (!parts_.stop.active()) digital_ = heard_ ? parts_.motion.digital() : brakes;
  return parts_.stop.brakes() ? digital_ | brakes : digital_;
}

void Loop::finish() noexcept {
  if (!any_) return;
  parts_.samples.push(sample_);
  std::fill(volts_.begin(), volts_.end(), 0.0);
  parts_.hardware.write(last_, {volts_, digital_ | brakes, false});
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
