// Background tasks on the real clock, one thread each: a task begins at multiples of its period; those that pass while it
// still runs are left out.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "tauforge/executive/realtime_thread.h"
#include "tauforge/executive/task.h"
#include "tauforge/executive/timing.h"

namespace tauforge::executive {

class BackgroundThreads {
 public:
  struct Task {
    BackgroundTask* task;
    Nanoseconds period;
    std::uint64_t unusable = 0;  // results that finish() refused
    LogHistogram computation;    // of each run; runs are their count
  };

  BackgroundThreads() = default;
  BackgroundThreads(const BackgroundThreads&) = delete;
  BackgroundThreads& operator=(const BackgroundThreads&) = delete;
  ~BackgroundThreads() { stop(); }

  void add(BackgroundTask& task, Nanoseconds period);
  // Returns when every thread is ready to start, with what the first was granted.
  Permissions prepare(const ThreadSettings& settings);
  // `origin`: what clock_now() is at time zero.
  void start(Nanoseconds origin) noexcept;
  // Waits for runs that have begun. Then tasks() may be read, and the same tasks prepared again.
  void stop();

  const std::vector<Task>& tasks() const { return tasks_; }

 private:
  void run(Task& task);

  std::vector<Task> tasks_;
  std::vector<std::thread> threads_;
  static constexpr Nanoseconds unknown = -1;
  std::atomic<Nanoseconds> origin_{unknown};
  std::atomic<bool> stop_{false};
};

}  // namespace tauforge::executive
