// The executive on the real clock: the tasks and rules of VirtualExecutive, with threads. Time zero of the tasks is the
// first release.
//
//   synchronous thread   SCHED_FIFO where permitted. Sleeps until a release, takes its step, puts the sample into a ring.
//                        It allocates nothing, takes no lock and makes no system call but to read a clock or to sleep.
//   background threads   one per task, of the normal class unless told otherwise. That is on purpose: threads of
//                        SCHED_FIFO that never rest are held back by the kernel for 5 % of the time, and the
//                        synchronous thread with them. Where SCHED_FIFO is refused they give way by niceness.
//   the caller of run()  empties the ring every 10 ms, finds page faults, and hands the samples to the observer. Beside a
//                        synchronous thread of SCHED_FIFO it is favoured by niceness, so that it comes in time.
//
// From the release after the last step on the arm is stopped, step by step, until SynchronousTask::rests(): whatever ends a
// run, what the drives are told last is a stop.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <latch>
#include <span>
#include <vector>

#include "tauforge/executive/background_threads.h"
#include "tauforge/executive/realtime_thread.h"
#include "tauforge/executive/ring.h"
#include "tauforge/executive/synchronous_steps.h"

namespace tauforge::executive {

class Observer {
 public:
  virtual ~Observer() = default;
  // New samples in their order; the place to empty the rings of tasks, too. Called about every 10 ms, and once after the
  // last step, from the thread that called run(). It may allocate, print and throw.
  virtual void observe(std::span<const Sample> news) = 0;
};

struct RealtimeSettings {
  ThreadSettings synchronous{.priority = 80};
  ThreadSettings background{};
  bool lock_memory = true;
};

// What background threads get: beside a synchronous task of normal priority they step back by niceness.
ThreadSettings background_settings(const RealtimeSettings& settings, bool realtime);

class PageFaults;

class RealtimeExecutive {
 public:
  // Keeps references to the tasks and the observer. Periods are above zero.
  RealtimeExecutive(SynchronousTask& task, Nanoseconds period, const Policies& policies,
                    const RealtimeSettings& settings, Observer& observer);
  void add(BackgroundTask& task, Nanoseconds period) { background_.add(task, period); }

  // All releases up to and including this time, unless stop() comes first, and those of the stop. Once per object. Throws std::system_error when
  // the machine has no thread to give, and what the observer throws; all threads have ended by then.
  void run(Nanoseconds until);
  // From any thread, also from a signal handler: ends run() at the next release.
  void stop() noexcept { stop_.store(true, std::memory_order_release); }
  // From any thread: somebody has looked at the stopped arm and lets it go on.
  void acknowledge() noexcept { acknowledged_.store(true, std::memory_order_release); }

  // After run().
  const Permissions& permissions() const { return permissions_; }
  bool realtime() const { return realtime_; }                   // SCHED_FIFO was granted
  std::uint64_t dropped() const { return samples_.dropped(); }  // samples that the observer never saw
  std::int64_t page_faults() const { return page_faults_; }     // of the synchronous thread; -1: could not be counted
  const std::vector<BackgroundThreads::Task>& background() const { return background_.tasks(); }

 private:
  void synchronous_thread();
  void take_steps() noexcept;
  void observe_until_done(PageFaults& faults);

  SynchronousTask& task_;
  RealtimeSettings settings_;
  Observer& observer_;
  Ring<Sample> samples_;
  SynchronousSteps steps_;
  BackgroundThreads background_;

  Nanoseconds origin_ = 0, until_ = 0;
  pid_t thread_ = 0;  // the synchronous one
  std::latch prepared_{1}, go_{1}, started_{1}, leave_{1};
  std::atomic<bool> stop_{false}, acknowledged_{false}, done_{false};

  Permissions permissions_;
  bool realtime_ = false;
  std::int64_t page_faults_ = -1;
};

}  // namespace tauforge::executive
