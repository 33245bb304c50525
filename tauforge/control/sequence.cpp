#include "tauforge/control/sequence.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tauforge/diagnostic/require.h"
#include "tauforge/motion/quintic.h"

namespace tauforge::control {

namespace {

constexpr double shortest_approach = 0.2;     // [s]
constexpr double fastest_of_quintic = 1.875;  // of a quintic from rest to rest: its largest speed over its mean speed

double seconds(Nanoseconds time) { return 1e-9 * static_cast<double>(time); }

}  // namespace

Sequence::Sequence(const motion::Sampled& motion, SequenceSettings settings, std::vector<HomingAxis> homing)
    : motion_(motion), settings_(std::move(settings)) {
  const std::size_t n = motion.joints();
  if (settings_.approach_speed.empty()) settings_.approach_speed.assign(n, 0.5);
  diagnostic::require(settings_.approach_speed.size() == n && (homing.empty() || homing.size() == n),
                      "an approach speed for every drive, and a homing for all or none");
  if (!homing.empty()) homing_.emplace(std::move(homing));
  homed_after_.assign(n, -1);
  from_.assign(n, 0.0), to_.assign(n, 0.0), apart_.assign(n, 0.0), unused_.assign(n, 0.0);
  std::vector<double> qd(n), qdd(n);
  motion.evaluate(0.0, to_, qd, qdd);
  phase_ = homing_                     ? Phase::homing
           : settings_.brakes_at_start ? Phase::held
           : settings_.approach        ? Phase::approaching
                                       : Phase::moving;
}

bool Sequence::step(Nanoseconds now, const Reading& reading, double dt, Axes& axes) noexcept {
  if (!any_ && !moves()) {
    since_ = now;
    std::copy(axes.q().begin(), axes.q().end(), from_.begin());
    if (phase_ == Phase::approaching) approach(now, from_);
  }
  any_ = true, last_ = now;
  const Nanoseconds in_phase = now - since_;
  const auto enter = [&](Phase phase) { phase_ = phase, since_ = now, applied_ = false; };
  bool recalibrated = false;
  switch (phase_) {
    case Phase::held:
      if (applied_ && in_phase >= settings_.overlap) approach(now, from_);
      break;
    case Phase::homing: recalibrated = home(now, reading, dt, axes); break;
    case Phase::approaching:
      if (seconds(in_phase) >= approach_time_) enter(Phase::moving), began_ = now;
      break;
    case Phase::moving:
      if (settings_.brakes_at_end && pace(seconds(now)).time >= motion_.duration() + seconds(settings_.settle))
        enter(Phase::braked);
      break;
    case Phase::braked:
      if (applied_ && in_phase >= settings_.overlap) enter(Phase::resting);
      break;
    case Phase::resting: break;
  }
  if (moves()) switch_outputs(now);
  return recalibrated;
}

void Sequence::pause(Nanoseconds now) noexcept {
  if (any_) since_ += now - last_, began_ += now - last_;
  last_ = now;
}

void Sequence::applied(Nanoseconds now) noexcept {
  if (!applied_ && (phase_ == Phase::held || phase_ == Phase::braked)) since_ = now;
  applied_ = true;
}

bool Sequence::home(Nanoseconds now, const Reading& reading, double dt, Axes& axes) noexcept {
  bool recalibrated = false;
  for (std::size_t j = 0; j < joints(); ++j) apart_[j] = axes[j].offset;
  homing_->step(reading, dt, axes);
  for (std::size_t j = 0; j < joints(); ++j) {
    recalibrated = recalibrated || axes[j].offset != apart_[j];
    if (homed_after_[j] < 0 && homing_->phase(j) == HomingPhase::found) homed_after_[j] = now - since_;
  }
  if (homing_->phase() == HomingPhase::found) approach(now, homing_->q());
  return recalibrated;
}

double Sequence::approach_time(std::span<const double> distances) const noexcept {
  double time = shortest_approach;
  for (std::size_t j = 0; j < joints(); ++j)
    time = std::max(time, fastest_of_quintic * std::abs(distances[j]) / settings_.approach_speed[j]);
  return time;
}

void Sequence::approach(Nanoseconds now, std::span<const double> from) noexcept {
  if (from.data() != from_.data()) std::copy(from.begin(), from.end(), from_.begin());
  for (std::size_t j = 0; j < joints(); ++j) apart_[j] = to_[j] - from_[j];
  approach_time_ = approach_time(apart_);
  phase_ = Phase::approaching, since_ = now;
}

void Sequence::evaluate(double t, std::span<double> q, std::span<double> qd, std::span<double> qdd) const noexcept {
  switch (phase_) {
    case Phase::held:
    case Phase::homing: {
      const auto where = homing_ ? homing_->q() : std::span<const double>(from_);
      std::copy(where.begin(), where.end(), q.begin());
      std::fill(qd.begin(), qd.end(), 0.0), std::fill(qdd.begin(), qdd.end(), 0.0);
      if (homing_) std::copy(homing_->qd().begin(), homing_->qd().end(), qd.begin());
      return;
    }
    case Phase::approaching: {
      const double s = std::clamp((t - seconds(since_)) / approach_time_, 0.0, 1.0);
      for (std::size_t j = 0; j < joints(); ++j) {
        const auto d = motion::between({from_[j], 0, 0}, {to_[j], 0, 0}, approach_time_, s);
        q[j] = d.x, qd[j] = d.v, qdd[j] = d.a;
      }
      return;
    }
    case Phase::moving:
    case Phase::braked:
    case Phase::resting: {
      const auto [time, rate, growth] = pace(t);
      motion_.evaluate(time, q, qd, qdd);
      if (rate == 1.0 && growth == 0.0) return;
      for (std::size_t j = 0; j < joints(); ++j) qdd[j] = rate * rate * qdd[j] + growth * qd[j], qd[j] *= rate;  // (1)
    }
  }
}

Sequence::Pace Sequence::pace(double t) const noexcept {
  const double low = settings_.start_speed, grows = low < 1.0 ? settings_.start_time : 0.0, u = t - seconds(began_);
  if (u >= grows) return {base_ + u - 0.5 * (1.0 - low) * grows, 1.0, 0.0};
  if (u < 0) return {base_ + low * u, low, 0.0};
  return {base_ + u * (low + 0.5 * (1.0 - low) * u / grows), low + (1.0 - low) * u / grows, (1.0 - low) / grows};
}

void Sequence::resume(Nanoseconds now, std::span<const double> q) noexcept {
  if (phase_ == Phase::homing) return;  // it goes on, or has failed
  if (moves()) {
    base_ = std::max(0.0, pace(seconds(last_)).time);
    motion_.evaluate(base_, to_, apart_, unused_);
  }
  std::copy(q.begin(), q.end(), from_.begin());
  phase_ = Phase::held, since_ = now, applied_ = false;
}

void Sequence::switch_outputs(Nanoseconds now) noexcept {
  const double passed = pace(seconds(now)).time + 5e-10;  // half of a nanosecond, for rounding
  for (; switched_ < settings_.outputs.size() && seconds(settings_.outputs[switched_].at) <= passed; ++switched_) {
    const Switching& output = settings_.outputs[switched_];
    lines_ = output.on ? lines_ | output.line : lines_ & ~output.line;
  }
}

std::uint64_t Sequence::digital() const noexcept {
  const bool measures = phase_ == Phase::homing && homing_->phase() == HomingPhase::measuring;
  const bool engaged = phase_ == Phase::held || (measures && settings_.brakes_at_start) || phase_ >= Phase::braked;
  return engaged ? lines_ | brakes : lines_;
}

}  // namespace tauforge::control
