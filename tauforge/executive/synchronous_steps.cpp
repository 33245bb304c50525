#include "tauforge/executive/synchronous_steps.h"

#include <algorithm>

#include "tauforge/diagnostic/require.h"

namespace tauforge::executive {

SynchronousSteps::SynchronousSteps(SynchronousTask& task, Nanoseconds period, const Policies& policies,
                                   Ring<Sample>& samples)
    : task_(task), period_(period), age_bound_(policies.age_bound), supervisor_(policies), samples_(samples) {
  diagnostic::require(period > 0 && policies.recovery >= 0, "a period above zero, and no negative count of releases");
}

Action SynchronousSteps::begin(Nanoseconds now) noexcept {
  sample_ = Sample{};
  sample_.release = release();  // (1)
  sample_.begin = now;
  sample_.model_age = now - task_.receive(now);
  if (task_.alarmed()) supervisor_.stop();
  sample_.action = supervisor_.begin(sample_.model_age);
  tell_of_policy(sample_.model_age, age_bound_);
  switch (sample_.action) {
    case Action::full: task_.full(now); break;
    case Action::degraded: task_.degraded(now); break;
    case Action::stop: task_.stop(now); break;
    case Action::hold: break;
  }
  return sample_.action;
}

void SynchronousSteps::tell_of_policy(Nanoseconds seen, Nanoseconds limit) noexcept {
  if (told_ || supervisor_.stopped_by() == PolicyStop::none) return;
  told_ = true;
  task_.stopped_by_policy(supervisor_.stopped_by(), seen, limit);
}

void SynchronousSteps::end(Nanoseconds now, Nanoseconds processor) noexcept {
  sample_.end = now;
  sample_.machine = task_.machine_time();
  sample_.processor = processor;
  const bool in_time = now <= sample_.release + period_;  // (2)
  const Nanoseconds own = processor - sample_.machine;
  const bool possible = sample_.latency() < period_ && sample_.computation() > period_;
  if (!in_time) sample_.overrun = possible && own > period_ ? Overrun::computation : Overrun::scheduling;  // (4)
  if (!in_time && now - sample_.machine <= sample_.release + period_) sample_.overrun = Overrun::machine;  // (5)
  if (task_.alarmed()) supervisor_.stop();  // it may have been raised by the step itself
  sample_.outcome = supervisor_.end(sample_.action, in_time);
  tell_of_policy(now - sample_.release, period_);
  if (sample_.outcome == Outcome::stopped && sample_.action != Action::stop) task_.stop(now);
  if (sample_.outcome != Outcome::discarded)
    task_.apply(now);
  else
    task_.keep(now);

  const std::int64_t following = std::max(number_ + 1, multiple_from(now, period_));  // (3)
  sample_.lost = following - number_ - 1;
  samples_.push(sample_);
  number_ = following;
}

}  // namespace tauforge::executive
