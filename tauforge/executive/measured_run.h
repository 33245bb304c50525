// Runs on the real clock, with all that is worth knowing about them as plain values.
#pragma once

#include <functional>
#include <vector>

#include "tauforge/executive/latency.h"
#include "tauforge/executive/realtime_executive.h"

namespace tauforge::executive {

// What runs, for how long and under which rules; keeps references to the tasks.
struct RunRequest {
  SynchronousTask& task;
  Nanoseconds period;
  Policies policies;
  struct Background {
    BackgroundTask* task;
    Nanoseconds period;
  };
  std::vector<Background> background = {};
  Nanoseconds until = 0;
  RealtimeSettings settings = {};
  // Sees the new samples and empties the rings of the tasks, about every 10 ms and after the last step; false ends the run.
  std::function<bool(std::span<const Sample>)> observe = [](std::span<const Sample>) { return true; };
};

struct MeasuredRun {
  Timing timing;
  LatencyCounts latency;
  Permissions permissions;
  bool realtime = false;                  // under SCHED_FIFO
  std::uint64_t dropped = 0;              // samples missing in `timing`
  std::int64_t page_faults = -1;          // of the synchronous thread; -1: could not be counted
  double stolen = 0;                      // by the host of a virtual machine, over all processors [s]
  std::vector<Sample> computed_too_long;  // overruns blamed on computation, for somebody to look at
  std::uint64_t unusable = 0;             // results of background tasks that were refused
  std::vector<LogHistogram> background;   // times of computation, by task
};

// Adds to what earlier runs of the same kind have measured; permissions are those of the last.
void run_measured(const RunRequest& request, MeasuredRun& sum);

// The background tasks alone, while something else is measured in place of the synchronous task.
class RunningBackground {
 public:
  // realtime: whether the synchronous task runs under SCHED_FIFO; the background is arranged as it is beside it.
  RunningBackground(const RunRequest& request, bool realtime);

 private:
  BackgroundThreads threads_;
};

}  // namespace tauforge::executive
