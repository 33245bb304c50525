#include "tauforge/control/guard.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tauforge/diagnostic/require.h"

namespace tauforge::control {

namespace {

constexpr double fastest = 1.1;         // of the velocity limit
constexpr double low_pass = 100.0;      // [rad/s]
constexpr double standing = 0.05;       // without a count: it stands still          [s]
constexpr double usual_envelope = 0.2;  // where there is none, for (10)             [rad or m]
constexpr int fewest_missed = 2, most = 100;
// of (11)
constexpr double larger = 1.2, half_wave = 0.5;             // of the peak before; the longest [s]
constexpr double least_swing = 1.0 / 400, harm = 1.0 / 20;  // of the envelope

}  // namespace

Guard::Guard(GuardLimits limits, const GuardParts& parts, double period)
    : limits_(std::move(limits)), parts_(parts), period_(period), last_(limits_.envelope.size(), 0.0) {
  since_ = still_ = nearest_ = goal_ = qd_ = tau_ = last_;
  swings_.resize(last_.size());
  for (const auto* values :
       {&limits_.velocity, &limits_.slack, &limits_.residual, &limits_.holding, &limits_.torque, &limits_.rate})
    diagnostic::require(values->size() == last_.size(), "limits for every drive");
}

void Guard::look(const Watched& w) noexcept {
  if (parts_.model.refresh()) parts_.observer.restart();  // another payload: its momentum is another one at once
  look_at_cards(w);
  if (w.status != CardStatus::fine) return;                               // nothing else is news
  if (any_ && !(w.dt > 0)) raise(Alarm::clock, w.now, 0, w.dt, period_);  // (2)
  look_at_positions(w);
  look_at_swings(w);
  for (std::size_t j = 0; j < last_.size(); ++j)
    if (j < 64 && (w.reading.hot >> j & 1u)) raise(Alarm::hot, w.now, j);
  if (!parts_.braking.look(w.x, w.tau, w.r.q))
    raise(Alarm::limit, w.now, parts_.braking.drive(), parts_.braking.stops_at(), parts_.braking.limit(),
          parts_.braking.row());  // (8)
  look_at_residuals(w);
  double missed = most;
  for (std::size_t j = 0; j < last_.size(); ++j) {  // (10)
    const double envelope = std::min(limits_.envelope[j], usual_envelope);
    missed = std::min(missed, std::sqrt(2 * envelope * parts_.braking.inertia(j, j) / limits_.torque[j]) / period_);
  }
  if (any_ && w.dt > (most_missed_ + 1) * period_)
    raise(Alarm::late, w.now, 0, std::round(w.dt / period_) - 1, most_missed_);
  most_missed_ = std::isfinite(missed) ? std::max(fewest_missed, static_cast<int>(missed)) : fewest_missed;
  std::copy(w.x.q.begin(), w.x.q.end(), last_.begin());
  any_ = true;
}

void Guard::look_at_cards(const Watched& w) noexcept {
  if (w.status == CardStatus::failed) raise(Alarm::cards_failed, w.now);
  silent_ = w.status == CardStatus::stale ? silent_ + 1 : 0;
  if (silent_ > most_missed_) raise(Alarm::cards_silent, w.now, 0, silent_, most_missed_);  // (1)
  if (w.reading.emergency_stop) raise(Alarm::emergency_stop, w.now);
}

void Guard::look_at_positions(const Watched& w) noexcept {
  for (std::size_t j = 0; j < last_.size(); ++j) {
    const double moved = std::abs(w.x.q[j] - last_[j]), v_max = limits_.velocity[j], envelope = limits_.envelope[j];
    // behind a network a reading may be older by up to a period than the next one
    const double most_moved = 2.0 * v_max * std::max(w.dt, period_) + limits_.slack[j];
    if (any_ && !(moved <= most_moved)) raise(Alarm::jumped, w.now, j, moved, most_moved);  // (3)
    const bool moves = !any_ || w.x.q[j] != last_[j];
    still_[j] = moves ? 0.0 : still_[j] + w.dt;
    if (moves) since_[j] = w.r.q[j];
    // a joint that leapt ahead, for it has less friction than its model, may wait until its way is past it
    const double on = w.r.q[j] - since_[j], past = std::copysign(1.0, on) * (w.r.q[j] - w.x.q[j]);
    const double gone = std::min(std::abs(on), past);
    if (gone > envelope / 5.0) raise(Alarm::frozen, w.now, j, gone, envelope / 5.0);  // (5)
    const double a_count = j < limits_.step.size() && w.dt > 0 ? std::abs(limits_.step[j]) / w.dt : 0.0;
    const double most_fast = fastest * v_max + a_count;
    if (!(std::abs(w.x.qd[j]) <= most_fast)) raise(Alarm::too_fast, w.now, j, w.x.qd[j], most_fast);  // (6)

    const double error = std::abs(w.x.q[j] - w.r.q[j]);
    if (!any_ || w.r.q[j] != goal_[j]) nearest_[j] = error;
    nearest_[j] = std::min(nearest_[j], error), goal_[j] = w.r.q[j];
    const double allowed = limits_.goal ? nearest_[j] + envelope : envelope;
    if (!(error <= allowed)) raise(Alarm::away, w.now, j, error, allowed);  // (7)
  }
  if (!parts_.check || !w.located) return;
  parts_.check->step(w.reading.potentiometers, w.x.q, w.dt);
  for (std::size_t j = 0; j < last_.size(); ++j) {  // (4)
    const double slow = parts_.check->difference(j), fast = parts_.check->hasty_difference(j);
    if (!(std::abs(slow) <= parts_.check->tolerance(j)))
      raise(Alarm::disagrees, w.now, j, slow, parts_.check->tolerance(j));
    if (!(std::abs(fast) <= parts_.check->hasty_tolerance(j)))
      raise(Alarm::disagrees, w.now, j, fast, parts_.check->hasty_tolerance(j));
  }
}

void Guard::look_at_swings(const Watched& w) noexcept {
  for (std::size_t j = 0; j < last_.size(); ++j) {
    Swing& s = swings_[j];
    if (!any_ || w.braked || !w.located) s = {};
    const double error = w.x.q[j] - w.r.q[j], size = std::abs(error), envelope = limits_.envelope[j];
    if (!std::isfinite(size)) continue;  // (7) has seen it
    s.seconds += w.dt;
    if (s.seconds > half_wave) s.larger = 0;
    if (size > least_swing * envelope && error * s.side <= 0) {  // on the other side
      s.larger = s.before > 0 && s.peak > larger * s.before && s.seconds <= half_wave ? s.larger + 1 : 0;
      s.before = s.side != 0 && s.seconds <= half_wave ? s.peak : 0.0;
      s.side = error, s.peak = 0, s.seconds = 0;
    }
    s.peak = std::max(s.peak, size);
    const double allowed = std::max(larger * s.before, harm * envelope);
    if (s.larger >= 2 && s.peak > allowed) raise(Alarm::swings, w.now, j, s.peak, allowed);  // (11)
  }
}

// What lies outside of everything that a payload within its range explains.
double Guard::disturbance(std::size_t j) const noexcept {
  const double known = parts_.observer.residual()[j];
  if (!parts_.laden) return known;
  const double low = std::min(known, parts_.laden->residual()[j]), high = std::max(known, parts_.laden->residual()[j]);
  return low > 0 ? low : high < 0 ? high : 0.0;
}

double Guard::noise(std::size_t i) const noexcept {
  double sum = 0;
  for (std::size_t j = 0; j < limits_.step.size(); ++j)
    sum += std::abs(parts_.braking.inertia(i, j)) * std::abs(limits_.step[j]);
  return limits_.observer_gain * -std::expm1(-low_pass * period_) / period_ * sum;
}

void Guard::look_at_residuals(const Watched& w) noexcept {
  if (w.braked || !w.located || !any_) {  // torques say nothing of the motion, or positions nothing of the weight
    parts_.observer.restart();
    if (parts_.laden) parts_.laden->restart();
    std::copy(w.x.qd.begin(), w.x.qd.end(), qd_.begin()), std::copy(w.tau.begin(), w.tau.end(), tau_.begin());
    return;
  }
  const double share = -std::expm1(-low_pass * w.dt);
  for (std::size_t j = 0; j < last_.size(); ++j) {
    qd_[j] += share * ((w.x.q[j] - last_[j]) / w.dt - qd_[j]);
    tau_[j] += share * (w.tau[j] - tau_[j]);
  }
  parts_.observer.step({w.x.q, qd_}, tau_, w.dt);
  if (parts_.laden) parts_.laden->step({w.x.q, qd_}, tau_, w.dt);
  for (std::size_t j = 0; j < last_.size(); ++j) {
    const double r = disturbance(j), more = noise(j), most_of_it = limits_.residual[j] + more;
    if (!(std::abs(r) <= most_of_it)) raise(Alarm::pushed, w.now, j, r, most_of_it);  // (9)
    const double held = limits_.holding[j] + more;
    if (still_[j] > standing && std::abs(r) > held) raise(Alarm::unmoved, w.now, j, r, held);  // (5)
  }
}

void Guard::look_at_homing(const Homing& homing, Nanoseconds now) noexcept {
  for (std::size_t j = 0; j < last_.size(); ++j)
    if (homing.phase(j) == HomingPhase::failed) raise(Alarm::not_homed, now, j);
}

void Guard::look_at_torques(std::span<const double> tau, std::span<const double> before, double dt,
                            Nanoseconds now) noexcept {
  constexpr double rounding = 1 + 1e-9;
  for (std::size_t j = 0; j < tau.size(); ++j) {
    if (!std::isfinite(tau[j])) raise(Alarm::not_finite, now, j);
    if (std::abs(tau[j]) > rounding * limits_.torque[j]) raise(Alarm::torque, now, j, tau[j], limits_.torque[j]);
    const double rate = dt > 0 ? std::abs(tau[j] - before[j]) / dt : 0.0;
    if (rate > 2.0 * limits_.rate[j]) raise(Alarm::torque_rate, now, j, rate, limits_.rate[j]);
  }
}

void Guard::recalibrated() noexcept {
  any_ = false;
  if (parts_.check) parts_.check->recalibrated();
}

void Guard::acknowledge() noexcept {
  record_ = {}, category_ = StopCategory::none;
  any_ = false, silent_ = 0;
}

void Guard::raise(Alarm alarm, Nanoseconds now, std::size_t drive, double seen, double limit,
                  std::size_t joint) noexcept {
  category_ = std::max(category_, category_of(alarm));
  if (record_.alarm == Alarm::none)
    record_ = {
        alarm, category_of(alarm), static_cast<std::uint16_t>(drive), static_cast<std::uint16_t>(joint), now, seen,
        limit};
}

}  // namespace tauforge::control
