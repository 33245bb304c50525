#include "tauforge/scenario/faulty_clock.h"

#include <algorithm>

namespace tauforge::scenario {

Nanoseconds FaultyClock::receive(Nanoseconds now) noexcept {
  Nanoseconds told = now;
  for (const Fault& fault : faults_)
    if (fault.kind == FaultKind::clock_jumps && fault.at <= now) told += fault.by;
  const Nanoseconds ahead_before = ahead_;
  ahead_ = std::max<Nanoseconds>(told, 0) - now;  // no clock shows a time before it was switched on
  machine_.set_ahead(ahead_);
  const Nanoseconds model = loop_.receive(now + ahead_);
  hand_over(ahead_before);
  last_ = now;
  return model - ahead_;
}

void FaultyClock::finish() noexcept {
  loop_.finish();
  hand_over(ahead_);
}

void FaultyClock::hand_over(Nanoseconds ahead) noexcept {
  for (control::LoopSample sample; own_.pop(sample);) {
    sample.time = last_;
    if (sample.alarm.alarm != control::Alarm::none) {
      if (sample.alarm.time != alarm_told_) alarm_told_ = sample.alarm.time, alarm_ahead_ = ahead;  // another one
      sample.alarm.time -= alarm_ahead_;
    }
    samples_.push(sample);
  }
}

}  // namespace tauforge::scenario
