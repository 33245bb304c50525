// What the executive asked for, read back from the kernel while a run is on: /proc, and system calls that ask. What the
// machine refused is skipped, and the reason said; what it granted must be there.
#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <sstream>
#include <thread>

#include "tauforge/executive/realtime_executive.h"

namespace {

using namespace tauforge::executive;

constexpr Nanoseconds period = 1'000'000;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)  // gcc
constexpr bool sanitized = true;
#elif defined(__has_feature)  // clang
constexpr bool sanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool sanitized = false;
#endif

// A line of /proc/self/status [kB].
long status(const std::string& name) {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(name + ":")) return std::atol(line.c_str() + name.size() + 1);
  return -1;
}

// By /proc/self/task/<thread>/stat [proc(5)]: fields 19, 40 and 41.
struct Scheduled {
  long niceness = -99, priority = -1, policy = -1;
};
Scheduled scheduled(pid_t thread) {
  std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
  std::string all((std::istreambuf_iterator<char>(file)), {});
  std::istringstream rest(all.substr(std::min(all.size(), all.rfind(')') + 1)));  // a name may hold anything
  std::string word;
  Scheduled s;
  for (int field = 3; rest >> word; ++field) {
    if (field == 19) s.niceness = std::stol(word);
    if (field == 40) s.priority = std::stol(word);
    if (field == 41) s.policy = std::stol(word);
  }
  return s;
}

// SigBlk of /proc/self/task/<thread>/status: bit k - 1 for signal k.
std::uint64_t blocked_signals(pid_t thread) {
  std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/status");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("SigBlk:")) return std::stoull(line.substr(7), nullptr, 16);
  return 0;
}

pid_t this_thread() { return static_cast<pid_t>(syscall(SYS_gettid)); }

// What a thread can only ask about itself, and its name for those that ask from outside.
struct Asked {
  std::atomic<pid_t> thread{0};
  std::atomic<long> slack{-1};  // [ns]
  void ask() {
    slack = prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0);
    thread = this_thread();
  }
};

struct Task : SynchronousTask {
  Asked asked;
  Nanoseconds receive(Nanoseconds now) noexcept override { return asked.ask(), now; }
  void full(Nanoseconds) noexcept override {}
  void degraded(Nanoseconds) noexcept override {}
  void stop(Nanoseconds) noexcept override {}
  void apply(Nanoseconds) noexcept override {}
};

struct Background : BackgroundTask {
  Asked asked;
  void begin(Nanoseconds) noexcept override { asked.ask(); }
  bool finish(Nanoseconds) noexcept override { return true; }
};

struct Look : Observer {
  std::function<bool()> look;  // true: enough
  RealtimeExecutive* executive = nullptr;
  bool seen = false;
  void observe(std::span<const Sample>) override {
    if (!seen && look()) seen = true, executive->stop();
  }
};

class GrantedByTheKernel : public testing::Test {
 protected:
  // Until both tasks have run; then what the kernel says of them.
  void run(const RealtimeSettings& settings) {
    Look look;
    RealtimeExecutive executive(task, period, {.age_bound = INT64_MAX}, settings, look);
    executive.add(background, period);
    look.executive = &executive;
    look.look = [&] {
      if (task.asked.thread == 0 || background.asked.thread == 0) return false;
      of_task = scheduled(task.asked.thread), of_background = scheduled(background.asked.thread);
      blocked = blocked_signals(task.asked.thread) & blocked_signals(background.asked.thread);
      locked = status("VmLck"), resident = status("VmRSS");
      return ++looks > 5;
    };
    executive.run(INT64_MAX / 2);
    permissions = executive.permissions(), page_faults = executive.page_faults();
    ASSERT_TRUE(look.seen);
  }
  // Empty: it was granted.
  std::string refused(const std::string& wish) const {
    for (const Permission& p : permissions)
      if (p.wish.find(wish) != std::string::npos) return p.granted ? "" : text(p);
    return "";  // said to nobody: then it has to be there all the more
  }

  Task task;
  Background background;
  Scheduled of_task, of_background;
  long locked = -1, resident = -1;
  std::uint64_t blocked = 0;  // in both threads
  int looks = 0;
  Permissions permissions;
  std::int64_t page_faults = -1;
};

TEST_F(GrantedByTheKernel, MemoryIsLockedDuringARunAndNoLonger) {
  if (sanitized) GTEST_SKIP() << "sanitizers ignore mlockall";
  const long before = status("VmLck");
  run({.synchronous = {}});
  if (const auto why = refused("memory that stays in place"); !why.empty()) GTEST_SKIP() << why;
  EXPECT_EQ(before, 0);
  EXPECT_GT(locked, resident / 2);  // everything there was then, mapped or resident
  EXPECT_GT(locked, 1000);
  EXPECT_EQ(status("VmLck"), 0);
}

TEST_F(GrantedByTheKernel, MemoryIsLeftAloneWhereNobodyWantsItLocked) {
  run({.synchronous = {}, .lock_memory = false});
  EXPECT_EQ(locked, 0);
}

TEST_F(GrantedByTheKernel, TheSynchronousThreadHasNoPageFaultOnceItRuns) {
  if (sanitized) GTEST_SKIP() << "sanitizers ignore mlockall";
  run({.synchronous = {}});
  if (const auto why = refused("memory that stays in place"); !why.empty()) GTEST_SKIP() << why;
  EXPECT_EQ(page_faults, 0);
}

TEST_F(GrantedByTheKernel, TheSynchronousThreadHasItsPriorityAndTheBackgroundNone) {
  run({.synchronous = {.priority = 37}});
  if (const auto why = refused("SCHED_FIFO"); !why.empty()) GTEST_SKIP() << why;
  EXPECT_EQ(of_task.policy, SCHED_FIFO);
  EXPECT_EQ(of_task.priority, 37);
  EXPECT_EQ(of_background.policy, SCHED_OTHER);
  EXPECT_EQ(of_background.priority, 0);
}

TEST_F(GrantedByTheKernel, TheBackgroundGivesWayByNicenessWithoutPriorities) {
  const int mine = getpriority(PRIO_PROCESS, 0);
  if (mine >= 5) GTEST_SKIP() << "this program gives way by " << mine << " itself: nothing more can be seen";
  run({.synchronous = {.priority = 0}});
  EXPECT_EQ(of_task.policy, SCHED_OTHER);
  EXPECT_EQ(of_task.niceness, mine);
  EXPECT_EQ(of_background.policy, SCHED_OTHER);
  EXPECT_EQ(of_background.niceness, 5);
}

TEST_F(GrantedByTheKernel, ThreadsAreWokenWithoutSlack) {
  ASSERT_GT(prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0), 1) << "threads inherit that of this one";
  run({.synchronous = {.priority = 0}});
  EXPECT_EQ(task.asked.slack, 1);
  EXPECT_EQ(background.asked.slack, 1);
}

TEST_F(GrantedByTheKernel, ThreadsOfPriorityAreWokenWithoutSlack) {
  run({.synchronous = {.priority = 37}});
  if (const auto why = refused("SCHED_FIFO"); !why.empty()) GTEST_SKIP() << why;
  EXPECT_LE(task.asked.slack, 1);  // 0 where the kernel gives none to the class
}

TEST_F(GrantedByTheKernel, NoSignalInterruptsAStep) {
  run({.synchronous = {.priority = 0}});
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    EXPECT_TRUE(blocked & (std::uint64_t{1} << (signal - 1))) << signal;
  EXPECT_EQ(blocked_signals(this_thread()) & (std::uint64_t{1} << (SIGINT - 1)), 0u) << "somebody has to answer";
}

// A stack that nobody has touched, of pages that come one by one.
class FreshStack {
 public:
  static constexpr std::size_t bytes = std::size_t{2} << 20;
  FreshStack() : memory_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
    madvise(memory_, bytes, MADV_NOHUGEPAGE);
  }
  FreshStack(const FreshStack&) = delete;
  ~FreshStack() { munmap(memory_, bytes); }
  bool usable() const { return memory_ != MAP_FAILED; }

  void run(std::function<void()> work) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, memory_, bytes);
    pthread_t thread;
    const auto enter = [](void* what) -> void* { return (*static_cast<std::function<void()>*>(what))(), nullptr; };
    ASSERT_EQ(pthread_create(&thread, &attributes, enter, &work), 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
  }

 private:
  void* memory_;
};

long faults_of_this_thread() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_minflt + usage.ru_majflt;
}

// Uses so much of the stack below, a page in each frame.
[[gnu::noinline]] void use_stack(std::size_t bytes) {
  std::array<volatile char, 4096> page;
  page[0] = 1;
  if (bytes > page.size()) use_stack(bytes - page.size());
  page[page.size() - 1] = 1;
}

TEST(StackOfAThread, IsThereBeforeWorkBegins) {
  if (sanitized) GTEST_SKIP() << "sanitizers touch memory of their own for each frame";
  constexpr std::size_t used = std::size_t{200} * 1024, pages = used / 4096;
  const auto faults = [](std::size_t touched) {
    FreshStack stack;
    EXPECT_TRUE(stack.usable());
    long count = -1;
    stack.run([&] {
      faults_of_this_thread();
      prepare_thread({.stack = touched});
      const long before = faults_of_this_thread();
      use_stack(used);
      count = faults_of_this_thread() - before;
    });
    return count;
  };
  EXPECT_EQ(faults(ThreadSettings{}.stack), 0);
  EXPECT_GE(faults(0), static_cast<long>(pages) / 2);  // the test can tell
}

}  // namespace
