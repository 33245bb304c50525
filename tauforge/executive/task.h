// What the executive runs. Tasks own their mailboxes; the executive owns time and the rules.
//
// Everything here is called from a task with nothing to wait for: noexcept, without allocation, lock or output.
#pragma once

#include "tauforge/executive/policy.h"

namespace tauforge::executive {

class SynchronousTask {
 public:
  virtual ~SynchronousTask() = default;
  // At every release, whatever is done then: looks at the machine and takes the newest models from the mailboxes; returns
  // when the oldest of them read its state. These are the models of this step, whatever arrives meanwhile.
  virtual Nanoseconds receive(Nanoseconds now) noexcept = 0;
  // After receive(): something is wrong that no policy knows of, and the arm must stop until somebody acknowledges.
  virtual bool alarmed() const noexcept { return false; }
  virtual void acknowledge() noexcept {}
  // Before the first stop() that a policy asks for: which one, what it saw and what it allows.
  virtual void stopped_by_policy(PolicyStop, Nanoseconds, Nanoseconds) noexcept {}
  // Compute a command; it reaches the drives by apply() only.
  virtual void full(Nanoseconds now) noexcept = 0;      // with the models received
  virtual void degraded(Nanoseconds now) noexcept = 0;  // without them: what is cheap and safe
  virtual void stop(Nanoseconds now) noexcept = 0;      // what brings the arm to rest
  // stop() has done its work: nothing moves, and nobody has to hold it.
  virtual bool rests() const noexcept { return true; }
  // The command computed last goes to the drives.
  virtual void apply(Nanoseconds now) noexcept = 0;
  // Nothing new goes to them: what they were told last is told again, so that they know that somebody is there.
  virtual void keep(Nanoseconds) noexcept {}
  // How much of the step, since receive(), went into computing a machine that is not there.
  virtual Nanoseconds machine_time() const noexcept { return 0; }
};

class BackgroundTask {
 public:
  virtual ~BackgroundTask() = default;
  // Reads the state and begins to fill the draft of its mailbox.
  virtual void begin(Nanoseconds now) noexcept = 0;
  // Finishes the draft and publishes it. False: the result is unusable (not finite, say) and was not published; the
  // model goes on ageing, and the policy for age sees to the rest.
  virtual bool finish(Nanoseconds now) noexcept = 0;
};

}  // namespace tauforge::executive
