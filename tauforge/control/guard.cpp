#include "tauforge/control/guard.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tauforge/diagnostic/require.h"

namespace tauforge::control {

const char* to_text(Alarm alarm) {
  switch (alarm) {
    case Alarm::none: break;
    case Alarm::jumped: return "its position jumped";
    case Alarm::away: return "it left the envelope around its way";
    case Alarm::frozen: return "its position stood still while it should move";
    case Alarm::hot: return "its thermal switch opened";
    case Alarm::not_homed: return "it could not be homed";
    case Alarm::not_finite: return "its torque was not a number";
  }
  return "no alarm";
}

Guard::Guard(GuardLimits limits) : limits_(std::move(limits)), last_(limits_.envelope.size(), 0.0), since_(last_) {
  diagnostic::require(limits_.velocity.size() == last_.size() && limits_.slack.size() == last_.size(),
                      "limits for every joint");
}

void Guard::look(const State& x, const Reference& r, std::uint64_t hot, double dt) noexcept {
  for (std::size_t j = 0; j < last_.size(); ++j) {
    const double envelope = limits_.envelope[j];
    if (any_ && !(std::abs(x.q[j] - last_[j]) <= 2.0 * limits_.velocity[j] * dt + limits_.slack[j]))
      raise(Alarm::jumped, j);                                            // (1)
    if (!(std::abs(x.q[j] - r.q[j]) <= envelope)) raise(Alarm::away, j);  // (2)
    if (!any_ || x.q[j] != last_[j]) since_[j] = r.q[j];
    if (std::abs(r.q[j] - since_[j]) > envelope / 5.0) raise(Alarm::frozen, j);  // (3)
    if (j < 64 && (hot >> j & 1u)) raise(Alarm::hot, j);                         // (4)
  }
  std::copy(x.q.begin(), x.q.end(), last_.begin());
  any_ = true;
}

void Guard::look_at_homing(const Homing& homing) noexcept {
  for (std::size_t j = 0; j < last_.size(); ++j)
    if (homing.phase(j) == HomingPhase::failed) raise(Alarm::not_homed, j);
}

void Guard::look_at_torques(std::span<const double> tau) noexcept {
  for (std::size_t j = 0; j < tau.size(); ++j)
    if (!std::isfinite(tau[j])) raise(Alarm::not_finite, j);
}

void Guard::acknowledge() noexcept { alarm_ = Alarm::none, any_ = false; }

void Guard::raise(Alarm alarm, std::size_t drive) noexcept {
  if (alarm_ == Alarm::none) alarm_ = alarm, drive_ = drive;
}

}  // namespace tauforge::control
