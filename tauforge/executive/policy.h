// What the synchronous task does at each of its releases: the rules for overruns and for models that are too old.
//
// The task is released at k T. It overruns when the step of release k ends after (k + 1) T; releases that pass
// meanwhile are lost. The age of the model is the time since the state was read that the model was computed from; it is
// looked at when a step begins.
//
//   policy for overruns | entered when a step ends late, and then             | left
//   --------------------+-----------------------------------------------------+---------------------------------------
//   skip                | the late command is applied, lost releases are lost | at the next release
//   hold_last           | the late command is thrown away, the last one stays | at the next release
//   degrade             | as hold_last; then degraded steps                   | after `recovery` releases in time,
//                       |                                                     | one after the other
//   safe_stop           | the stop command, at this and every release         | by acknowledge()
//
//   policy for age      | entered at a release with age > bound, and then     | left
//   --------------------+-----------------------------------------------------+---------------------------------------
//   hold_last           | the last command stays                              | at the first release with age <= bound
//   degrade             | a degraded step                                     | likewise
//   safe_stop           | the stop command, at this and every release         | by acknowledge()
//
//   alarm of the task   | entered at a release, and then                      | left
//   --------------------+-----------------------------------------------------+---------------------------------------
//   (always)            | the stop command, at this and every release         | by acknowledge()
//
// When several speak: stop before degraded before hold before full. A degraded step needs no model, so it is better than a
// command held. After acknowledge() the arm starts as after an overrun under `degrade`: with degraded steps, until
// `recovery` releases one after the other were in time, whatever the policy for overruns.
// The law of ages: a full step never begins with a model older than the bound.
//
// A late step is noticed when it returns. A step that never returns is a matter for the watchdog of the drives.
#pragma once

#include <cstdint>

namespace tauforge::executive {

using Nanoseconds = std::int64_t;

enum class OverrunPolicy : std::uint8_t { skip, hold_last, degrade, safe_stop };
enum class AgePolicy : std::uint8_t { hold_last, degrade, safe_stop };

struct Policies {
  OverrunPolicy overrun = OverrunPolicy::degrade;
  int recovery = 10;  // releases in time before full steps return
  AgePolicy age = AgePolicy::degrade;
  Nanoseconds age_bound = 0;
};

// Which policy stopped the arm.
enum class PolicyStop : std::uint8_t { none, overrun, age };

// What is done at one release.
enum class Action : std::uint8_t { full, degraded, hold, stop };

// What becomes of the command of a step that has ended.
enum class Outcome : std::uint8_t { applied, discarded, stopped };

class Supervisor {
 public:
  explicit Supervisor(const Policies& policies) noexcept : policies_(policies) {}

  // At the beginning of a step.
  Action begin(Nanoseconds model_age) noexcept;
  // At its end.
  Outcome end(Action action, bool in_time) noexcept;
  // The task has raised an alarm.
  void stop() noexcept { stopped_ = true; }
  // Somebody has looked at the stopped arm and lets it go on.
  void acknowledge() noexcept;

  bool stopped() const noexcept { return stopped_; }
  PolicyStop stopped_by() const noexcept { return by_; }

 private:
  Policies policies_;
  int recovering_ = 0;  // releases in time that are still owed
  bool stopped_ = false;
  PolicyStop by_ = PolicyStop::none;
};

}  // namespace tauforge::executive
