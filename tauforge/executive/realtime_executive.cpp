#include "tauforge/executive/realtime_executive.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <thread>

#include "tauforge/diagnostic/require.h"
#include "tauforge/executive/clock.h"
#include "tauforge/executive/page_faults.h"

namespace tauforge::executive {

namespace {

constexpr Nanoseconds millisecond = 1'000'000;
constexpr Nanoseconds look_every = 10 * millisecond;
constexpr Nanoseconds longest_stop = 90'000 * millisecond;  // an arm without brakes is lowered

// Room for as long as a thread of normal priority may be kept waiting on a busy machine.
std::size_t samples_of_eight_seconds(Nanoseconds period) {
  diagnostic::require(period > 0, "a period above zero");
  return static_cast<std::size_t>(std::clamp<Nanoseconds>(8000 * millisecond / period, 256, 1 << 17));
}

void append(Permissions& all, const std::string& who, Permissions more) {
  for (Permission& p : more) {
    p.wish = who + ": " + p.wish;
    all.push_back(std::move(p));
  }
}

}  // namespace

ThreadSettings background_settings(const RealtimeSettings& settings, bool realtime) {
  ThreadSettings background = settings.background;
  if (!realtime && background.priority == 0 && background.niceness == 0) background.niceness = 5;
  return background;
}

RealtimeExecutive::RealtimeExecutive(SynchronousTask& task, Nanoseconds period, const Policies& policies,
                                     const RealtimeSettings& settings, Observer& observer)
    : task_(task),
      settings_(settings),
      observer_(observer),
      samples_(samples_of_eight_seconds(period)),
      steps_(task, period, policies, samples_) {}

void RealtimeExecutive::synchronous_thread() {
  append(permissions_, "synchronous task", prepare_thread(settings_.synchronous));
  realtime_ = has_realtime_priority();
  thread_ = static_cast<pid_t>(syscall(SYS_gettid));
  prepared_.count_down();
  go_.wait();
  // said by this thread, because the caller of run() may be kept waiting for long before it could
  origin_ = clock_now() + millisecond;
  background_.start(origin_);
  started_.count_down();
  take_steps();
  done_.store(true, std::memory_order_release);
  leave_.wait();  // its count of page faults goes with it
}

// The synchronous path: everything between started_ and done_.
void RealtimeExecutive::take_steps() noexcept {
  Nanoseconds busy = processor_time(), end = 0;
  bool ends = false;
  for (;;) {
    sleep_until(origin_ + steps_.release());
    if (!ends && (steps_.release() > until_ || stop_.load(std::memory_order_acquire))) {
      ends = true, end = steps_.release();
      steps_.stop();
    }
    if (ends && steps_.release() > end && (task_.rests() || steps_.release() > end + longest_stop)) return;
    if (!ends && acknowledged_.load(std::memory_order_relaxed) &&
        acknowledged_.exchange(false, std::memory_order_acquire))
      steps_.acknowledge();
    steps_.begin(clock_now() - origin_);
    // since the end of the step before: sending its command is part of what this period had to do
    const Nanoseconds busy_now = processor_time();
    steps_.end(clock_now() - origin_, busy_now - busy);
    busy = busy_now;
  }
}

void RealtimeExecutive::observe_until_done(PageFaults& faults) {
  std::vector<Sample> news;
  news.reserve(samples_.capacity());
  for (bool done = false; !done;) {
    done = done_.load(std::memory_order_acquire);  // asked first: then the ring holds all that there will be
    if (!done) sleep_until(clock_now() + look_every);
    news.clear();
    for (Sample s; samples_.pop(s);) news.push_back(s);
    faults.look(origin_);
    for (Sample& s : news) faults.attribute(s);
    observer_.observe(news);
  }
  if (faults.readable()) page_faults_ = faults.count();
}

void RealtimeExecutive::run(Nanoseconds until) {
  diagnostic::require(thread_ == 0, "an executive runs once");
  until_ = until;
  AwakeProcessors awake;
  std::thread synchronous([this] { synchronous_thread(); });
  prepared_.wait();
  const auto finish = [&] {
    leave_.count_down();
    synchronous.join();
    background_.stop();
  };
  try {
    append(permissions_, "background tasks", background_.prepare(background_settings(settings_, realtime_)));
    std::optional<LockedMemory> locked;
    if (settings_.lock_memory) {
      locked.emplace();
      permissions_.push_back(locked->permission());
    }
    permissions_.push_back(awake.permission());
    // only beside a loop that no niceness can hold back; after the threads above, which would inherit it
    std::optional<FavouredThread> favoured;
    if (realtime_) {
      favoured.emplace();
      append(permissions_, "the thread that empties the rings", {favoured->permission()});
    }
    PageFaults faults(thread_);  // the first look is before the first step
    go_.count_down();
    started_.wait();
    observe_until_done(faults);
  } catch (...) {
    stop();
    if (!go_.try_wait()) go_.count_down();
    finish();
    throw;
  }
  finish();
}

}  // namespace tauforge::executive
