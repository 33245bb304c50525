#include "tauforge/executive/policy.h"

namespace tauforge::executive {

Action Supervisor::begin(Nanoseconds model_age) noexcept {
  const bool too_old = model_age > policies_.age_bound;
  if (too_old && policies_.age == AgePolicy::safe_stop && !stopped_) stopped_ = true, by_ = PolicyStop::age;
  if (stopped_) return Action::stop;
  if (recovering_ > 0 || (too_old && policies_.age == AgePolicy::degrade)) return Action::degraded;
  return too_old ? Action::hold : Action::full;
}

Outcome Supervisor::end(Action action, bool in_time) noexcept {
  if (in_time) {
    if (recovering_ > 0 && !stopped_) --recovering_;
  } else if (policies_.overrun == OverrunPolicy::safe_stop) {
    if (!stopped_) stopped_ = true, by_ = PolicyStop::overrun;
  } else if (policies_.overrun == OverrunPolicy::degrade || recovering_ > 0) {
    recovering_ = policies_.recovery;
  }
  if (stopped_) return Outcome::stopped;
  if (action == Action::hold) return Outcome::discarded;  // there is nothing new
  return in_time || policies_.overrun == OverrunPolicy::skip ? Outcome::applied : Outcome::discarded;
}

void Supervisor::acknowledge() noexcept {
  if (!stopped_) return;
  stopped_ = false, by_ = PolicyStop::none;
  recovering_ = policies_.recovery;
}

}  // namespace tauforge::executive
