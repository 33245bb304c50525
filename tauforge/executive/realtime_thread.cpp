#include "tauforge/executive/realtime_thread.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <system_error>

namespace tauforge::executive {

namespace {

Permission answer(std::string wish, int error, std::string way_out) {
  if (error == 0) return {std::move(wish), true, "", ""};
  return {std::move(wish), false, std::generic_category().message(error), std::move(way_out)};
}

// Touches the stack below this frame, page by page, in small frames so that none is larger than a guard page.
[[gnu::noinline]] void touch_stack(std::size_t bytes) {
  std::array<volatile char, 2048> page;
  page[0] = 0;
  if (bytes > page.size()) touch_stack(bytes - page.size());
  page[page.size() - 1] = 0;  // after the call, so that it does not become a loop over one frame
}

// A handler would run in the middle of a step, and return from it by a system call.
void leave_signals_to_others() {
  sigset_t ending;
  sigemptyset(&ending);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&ending, signal);
  pthread_sigmask(SIG_BLOCK, &ending, nullptr);
}

Permission ask_priority(int priority) {
  sched_param parameters{};
  parameters.sched_priority = priority;
  const int error = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters);
  return answer("SCHED_FIFO at priority " + std::to_string(priority), error,
                "run as root, or grant CAP_SYS_NICE, or raise `ulimit -r` to " + std::to_string(priority));
}

Permission ask_niceness(int niceness) {
  // Linux: of one thread when its number is given
  const int error = setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), niceness) == 0 ? 0 : errno;
  return answer("normal priority with niceness " + std::to_string(niceness), error,
                "run as root, or raise `ulimit -e`");
}

Permission ask_processor(int processor) {
  const std::string wish = "processor " + std::to_string(processor) + " alone";
  if (processor >= CPU_SETSIZE) return answer(wish, EINVAL, "name a processor that exists");
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<unsigned>(processor), &set);
  return answer(wish, pthread_setaffinity_np(pthread_self(), sizeof set, &set),
                "name one of the processors that this process may use (taskset -p)");
}

}  // namespace

std::string text(const Permission& permission) {
  if (permission.granted) return permission.wish + ": granted";
  return permission.wish + ": refused, because " + permission.because + " (" + permission.way_out + ")";
}

Permissions prepare_thread(const ThreadSettings& settings) {
  Permissions result;
  leave_signals_to_others();
  touch_stack(std::min(settings.stack, std::size_t{4} << 20));  // less than the stack that threads usually have
  if (settings.processor >= 0) result.push_back(ask_processor(settings.processor));
  // Threads of the normal class may be woken up 50 us late so that timers can be gathered; this one may not.
  prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
  if (settings.priority > 0) result.push_back(ask_priority(settings.priority));
  if (settings.niceness > 0) result.push_back(ask_niceness(settings.niceness));
  return result;
}

int niceness_of_this_thread() { return getpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid))); }

bool set_niceness_of_this_thread(int niceness) {
  return setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), niceness) == 0;
}

FavouredThread::FavouredThread()
    : before_(niceness_of_this_thread()), permission_(ask_niceness(std::min(before_, niceness))) {}

FavouredThread::~FavouredThread() {
  if (permission_.granted) set_niceness_of_this_thread(before_);
}

bool has_realtime_priority() {
  sched_param parameters{};
  int policy = SCHED_OTHER;
  return pthread_getschedparam(pthread_self(), &policy, &parameters) == 0 && policy == SCHED_FIFO;
}

LockedMemory::LockedMemory()
    : permission_(answer("memory that stays in place", mlockall(MCL_CURRENT) == 0 ? 0 : errno,
                         "run as root, or grant CAP_IPC_LOCK, or raise `ulimit -l`")) {}

LockedMemory::~LockedMemory() {
  if (permission_.granted) munlockall();
}

AwakeProcessors::AwakeProcessors() {
  // The kernel keeps to the bound written here for as long as the file is open.
  file_ = open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC);
  int error = file_ < 0 ? errno : 0;
  const std::int32_t microseconds = 0;
  if (error == 0 && write(file_, &microseconds, sizeof microseconds) < 0) error = errno;
  permission_ =
      answer("processors that do not fall asleep", error, "make /dev/cpu_dma_latency writable, or run as root");
}

AwakeProcessors::~AwakeProcessors() {
  if (file_ >= 0) close(file_);
}

}  // namespace tauforge::executive
