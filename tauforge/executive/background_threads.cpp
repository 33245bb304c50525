#include "tauforge/executive/background_threads.h"

#include <algorithm>
#include <latch>

#include "tauforge/diagnostic/require.h"
#include "tauforge/executive/clock.h"
#include "tauforge/executive/synchronous_steps.h"

namespace tauforge::executive {

using diagnostic::require;

void BackgroundThreads::add(BackgroundTask& task, Nanoseconds period) {
  require(period > 0 && threads_.empty(), "a period above zero, before the threads are started");
  tasks_.push_back({.task = &task, .period = period, .computation = {}});
}

Permissions BackgroundThreads::prepare(const ThreadSettings& settings) {
  require(threads_.empty(), "threads are prepared once");
  stop_ = false;
  origin_ = unknown;
  Permissions granted;
  std::latch prepared(std::ssize(tasks_));
  for (Task& task : tasks_) {
    try {
      threads_.emplace_back([this, &task, &settings, &granted, &prepared] {
        Permissions mine = prepare_thread(settings);
        if (&task == &tasks_.front()) granted = std::move(mine);
        prepared.count_down();
        origin_.wait(unknown);
        run(task);
      });
    } catch (...) {  // those that did start still use what is on this stack
      prepared.count_down(std::ssize(tasks_) - std::ssize(threads_));
      prepared.wait();
      stop();
      throw;
    }
  }
  prepared.wait();
  return granted;
}

void BackgroundThreads::start(Nanoseconds origin) noexcept {
  origin_.store(origin);
  origin_.notify_all();
}

void BackgroundThreads::stop() {
  stop_ = true;
  if (origin_ == unknown) start(0);
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void BackgroundThreads::run(Task& task) {
  const Nanoseconds origin = origin_;
  constexpr Nanoseconds nap = 20'000'000;  // nobody waits longer for a task that sleeps to stop
  std::int64_t turn = 0;
  for (;;) {
    const Nanoseconds begin = origin + turn * task.period;
    while (!stop_.load(std::memory_order_acquire) && clock_now() < begin)
      sleep_until(std::min(begin, clock_now() + nap));
    if (stop_.load(std::memory_order_acquire)) return;
    const Nanoseconds began = clock_now() - origin;
    task.task->begin(began);
    if (!task.task->finish(clock_now() - origin)) ++task.unusable;
    const Nanoseconds ended = clock_now() - origin;
    task.computation.add(ended - began);
    turn = std::max(turn + 1, multiple_from(ended, task.period));
  }
}

}  // namespace tauforge::executive
