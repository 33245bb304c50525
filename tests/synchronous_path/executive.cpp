// The executive's own part of the synchronous path, and that the watch would notice.
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <memory>
#include <mutex>

#include "tauforge/executive/mailbox.h"
#include "tauforge/executive/ring.h"
#include "watch.h"

namespace {

using namespace tauforge::executive;
using tauforge::test::watch;
using tauforge::test::Watched;

constexpr Nanoseconds period = 1'000'000;

struct Published : BackgroundTask {
  Mailbox<Nanoseconds> mailbox;
  void begin(Nanoseconds now) noexcept override { mailbox.draft() = now; }
  bool finish(Nanoseconds) noexcept override { return mailbox.publish(), true; }
};

struct Quiet : SynchronousTask {
  Published background;
  Ring<Nanoseconds> log{100};  // nobody empties it: what is too much is dropped
  Nanoseconds receive(Nanoseconds) noexcept override { return background.mailbox.latest(); }
  void full(Nanoseconds now) noexcept override { log.push(now); }
  void degraded(Nanoseconds now) noexcept override { log.push(-now); }
  void stop(Nanoseconds) noexcept override {}
  void apply(Nanoseconds) noexcept override {}
};

Watched watched(Quiet& task, const Policies& policies = {.overrun = OverrunPolicy::skip, .age_bound = INT64_MAX}) {
  return watch(task, period, policies, {{&task.background, 3 * period}}, 200);
}

TEST(SynchronousPath, AllocatesNothingTakesNoLockAndMakesNoSystemCallButForTheClock) {
  for (const OverrunPolicy overrun :
       {OverrunPolicy::skip, OverrunPolicy::hold_last, OverrunPolicy::degrade, OverrunPolicy::safe_stop}) {
    Quiet task;
    const Watched w = watched(task, {.overrun = overrun, .age = AgePolicy::hold_last, .age_bound = 2 * period});
    if (!w.impossible.empty()) GTEST_SKIP() << w.impossible;
    EXPECT_EQ(w.steps, 200u);
    EXPECT_EQ(w.calls.memory, 0u);
    EXPECT_EQ(w.calls.locks, 0u);
    EXPECT_TRUE(w.system_calls.empty()) << w.system_calls.size() << ", first number " << w.system_calls.front();
  }
}

TEST(SynchronousPath, WouldBeSeenToAllocate) {
  struct Allocating : Quiet {
    std::unique_ptr<int> value;
    void apply(Nanoseconds) noexcept override { value = std::make_unique<int>(1); }
  } task;
  const Watched w = watched(task);
  if (!w.impossible.empty()) GTEST_SKIP() << w.impossible;
  EXPECT_GE(w.calls.memory, 200u);  // new and delete
}

TEST(SynchronousPath, WouldBeSeenToTakeALock) {
  struct Locking : Quiet {
    std::mutex mutex;
    void apply(Nanoseconds) noexcept override { const std::lock_guard lock(mutex); }
  } task;
  const Watched w = watched(task);
  if (!w.impossible.empty()) GTEST_SKIP() << w.impossible;
  EXPECT_GE(w.calls.locks, 200u);
}

TEST(SynchronousPath, WouldBeSeenToMakeASystemCall) {
  struct Calling : Quiet {
    void apply(Nanoseconds) noexcept override { syscall(SYS_getppid); }
  } task;
  const Watched w = watched(task);
  if (!w.impossible.empty()) GTEST_SKIP() << w.impossible;
  ASSERT_GE(w.system_calls.size(), 200u);
  EXPECT_EQ(w.system_calls.front(), SYS_getppid);
}

}  // namespace
