// The executive in virtual time: the tasks run for real, the clock does not. Whoever writes the Schedule decides how long
// everything takes, so the same schedule gives the same run, delays and faults included, faster than real time.
//
// The synchronous task has a processor of its own, as it has by priority on a real machine; so has each background task.
// A background task begins at multiples of its period; those that pass while it still runs are left out. A model is
// finished in two steps, begin and finish, and synchronous steps may fall between them: that is where a torn model would
// be seen. Events of the same instant: what ends comes before what begins, the synchronous task before the background.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tauforge/executive/policy.h"
#include "tauforge/executive/ring.h"
#include "tauforge/executive/synchronous_steps.h"
#include "tauforge/executive/task.h"
#include "tauforge/executive/timing.h"

namespace tauforge::executive {

// How long everything takes; all times are at least zero. A fault is a long time, or a BackgroundTask whose finish()
// says no.
class Schedule {
 public:
  virtual ~Schedule() = default;
  // How late the step of this release begins.
  virtual Nanoseconds latency(std::int64_t release) noexcept = 0;
  virtual Nanoseconds computation(std::int64_t release, Action action) noexcept = 0;
  // How long this run of a background task takes, in the order of add().
  virtual Nanoseconds background(std::size_t task, std::int64_t run) noexcept = 0;
  // Somebody acknowledges a stop just before the step of this release begins.
  virtual bool acknowledges(std::int64_t release) noexcept = 0;
};

class VirtualExecutive {
 public:
  // Keeps references to all it is given. Periods are above zero.
  VirtualExecutive(SynchronousTask& task, Nanoseconds period, const Policies& policies, Schedule& schedule,
                   Ring<Sample>& samples);
  void add(BackgroundTask& task, Nanoseconds period);

  // All events up to and including this time; a run may be continued.
  void run(Nanoseconds until) noexcept;

  // Results of background tasks that finish() refused.
  std::uint64_t unusable() const noexcept { return unusable_; }

 private:
  struct Background {
    BackgroundTask* task;
    Nanoseconds period;
    Nanoseconds next = 0;   // when it begins or finishes
    std::int64_t turn = 0;  // number of the multiple of its period
    std::int64_t runs = 0;
    bool running = false;
  };

  void begin_step() noexcept;
  void end_step() noexcept;
  void advance(Background& background, std::size_t index) noexcept;

  SynchronousSteps steps_;
  Schedule& schedule_;
  std::vector<Background> background_;

  std::uint64_t unusable_ = 0;
  Nanoseconds next_;       // when the synchronous task begins or ends
  Nanoseconds began_ = 0;  // when its running step did
  bool running_ = false;
};

}  // namespace tauforge::executive
