// Which overruns came with page faults of the synchronous thread.
//
// The thread cannot ask for its own faults: getrusage is a system call, and not one of the two it may make. So another
// thread looks, about every 10 ms, at the count that the kernel keeps in /proc/self/task/<thread>/stat:
//
//   look i:  steps that have ended are taken from the ring, then F_i faults are read, then the time t_i      (1)
//   a step of look i, released at r, had no fault if F_i = F_j, with j the last look of t_j <= r             (2)
//
// By (2) a step without faults is never blamed on them. A step that overran in an interval with a fault is, although the
// fault may have been a neighbour's, at most two looks away: locked memory has no faults at all, so the first thing to
// do about an interval with one is to find it. What is blamed on computation had none, for certain.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <deque>

#include "tauforge/executive/timing.h"

namespace tauforge::executive {

class PageFaults {
 public:
  explicit PageFaults(pid_t thread);  // of this process, as gettid() names it; looks for the first time
  PageFaults(const PageFaults&) = delete;
  PageFaults& operator=(const PageFaults&) = delete;
  ~PageFaults();

  // `origin`: what clock_now() was at time zero of the samples.
  void look(Nanoseconds origin);
  // For steps that had ended before the last look; changes the cause of an overrun.
  void attribute(Sample& sample) const;
  // Since the first look.
  std::int64_t count() const;
  bool readable() const { return readable_; }

 private:
  struct Look {
    Nanoseconds at;
    std::int64_t faults;
  };
  std::int64_t read() const;

  int file_ = -1;
  bool readable_ = false;
  std::int64_t at_first_ = 0;
  std::deque<Look> looks_;
};

}  // namespace tauforge::executive
