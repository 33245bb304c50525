// A clock that jumps: the loop is told another time than it is, from the fault on. Executive, machine and whoever looks at
// the samples afterwards keep the true one.
#pragma once

#include <vector>

#include "tauforge/control/loop.h"
#include "tauforge/scenario/faulty_machine.h"

namespace tauforge::scenario {

class FaultyClock : public executive::SynchronousTask {
 public:
  // Keeps references to all. The loop pushes into `own`, whose samples go to `samples` with their true time.
  FaultyClock(control::Loop& loop, FaultyMachine& machine, const std::vector<Fault>& faults,
              executive::Ring<control::LoopSample>& own, executive::Ring<control::LoopSample>& samples)
      : loop_(loop), machine_(machine), faults_(faults), own_(own), samples_(samples) {}

  Nanoseconds receive(Nanoseconds now) noexcept override;
  bool alarmed() const noexcept override { return loop_.alarmed(); }
  void acknowledge() noexcept override { loop_.acknowledge(); }
  void full(Nanoseconds now) noexcept override { loop_.full(now + ahead_); }
  void degraded(Nanoseconds now) noexcept override { loop_.degraded(now + ahead_); }
  void stop(Nanoseconds now) noexcept override { loop_.stop(now + ahead_); }
  void keep(Nanoseconds now) noexcept override { loop_.keep(now + ahead_); }
  bool rests() const noexcept override { return loop_.rests(); }
  void stopped_by_policy(executive::PolicyStop why, Nanoseconds seen, Nanoseconds limit) noexcept override {
    loop_.stopped_by_policy(why, seen, limit);
  }
  void apply(Nanoseconds now) noexcept override { loop_.apply(now + ahead_); }
  Nanoseconds machine_time() const noexcept override { return loop_.machine_time(); }
  void finish() noexcept;  // Loop::finish

 private:
  void hand_over(Nanoseconds ahead) noexcept;  // of the sample that is still open

  control::Loop& loop_;
  FaultyMachine& machine_;
  const std::vector<Fault>& faults_;
  executive::Ring<control::LoopSample>&own_, &samples_;
  Nanoseconds ahead_ = 0;                          // of the time that is told
  Nanoseconds last_ = 0;                           // when the sample that is still open began
  Nanoseconds alarm_told_ = -1, alarm_ahead_ = 0;  // when the alarm was, as told, and by how much that was ahead
};

}  // namespace tauforge::scenario
