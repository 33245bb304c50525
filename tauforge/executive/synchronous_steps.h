// The steps of the synchronous task, one release after the other: the rules of policy.h applied to a task, and one Sample
// of each step. Virtual and real time share this, so both count lost releases and follow policies in the same way; they
// differ in who says what time it is.
//
//   release k is at k T                                                                                      (1)
//   a step is in time when it ends at or before (k + 1) T                                                    (2)
//   the following release is the first one that is not before the end of the step, k + 1 at the earliest     (3)
//   a late step is blamed on computation when it lasted for more than T, kept the processor for more than T and could
//   have been in time, that is, began less than T after its release; else on scheduling                      (4)
//   time in which a machine is computed is not the step's: late through it alone, the machine is blamed      (5)
//
// Why the last part of (4): a step that comes late has more to do, on a machine that catches up as on a virtual robot.
// Time on the processor alone says too little: what interrupts take around a step is charged to its thread.
#pragma once

#include <cstdint>

#include "tauforge/executive/policy.h"
#include "tauforge/executive/ring.h"
#include "tauforge/executive/task.h"
#include "tauforge/executive/timing.h"

namespace tauforge::executive {

// The number of the first multiple of the period that is not before t >= 0.
constexpr std::int64_t multiple_from(Nanoseconds t, Nanoseconds period) { return (t + period - 1) / period; }

class SynchronousSteps {
 public:
  // Keeps references to all it is given. Periods are above zero.
  SynchronousSteps(SynchronousTask& task, Nanoseconds period, const Policies& policies, Ring<Sample>& samples);

  // The release that is running or awaited, and its time.
  std::int64_t number() const noexcept { return number_; }
  Nanoseconds release() const noexcept { return number_ * period_; }

  // Somebody has looked at the stopped arm and lets it go on: between two steps.
  void acknowledge() noexcept { supervisor_.acknowledge(), task_.acknowledge(), told_ = false; }
  // From now on the arm is brought to rest, whatever the policies say.
  void stop() noexcept { supervisor_.stop(); }
  // Computes the command of the awaited release; what was done comes back.
  Action begin(Nanoseconds now) noexcept;
  // Decides what becomes of the command, notes the sample and goes on to the following release. `processor` is the time
  // that the step kept its processor busy: less than its length when something else ran meanwhile.
  void end(Nanoseconds now, Nanoseconds processor) noexcept;

 private:
  void tell_of_policy(Nanoseconds seen, Nanoseconds limit) noexcept;

  SynchronousTask& task_;
  Nanoseconds period_;
  Nanoseconds age_bound_;
  Supervisor supervisor_;
  Ring<Sample>& samples_;
  std::int64_t number_ = 0;
  Sample sample_;      // of the step that is running
  bool told_ = false;  // of a policy that stopped the arm
};

}  // namespace tauforge::executive
