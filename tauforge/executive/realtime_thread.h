// What a real-time thread asks of the machine, and what the machine said: priority, a processor of its own, memory that
// stays in place, processors that do not fall asleep. Everything may be refused; the thread then goes on without, and
// says so.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tauforge::executive {

// The answer to one wish, to be printed as it is.
struct Permission {
  std::string wish;  // "SCHED_FIFO at priority 80"
  bool granted = true;
  std::string because;  // why it was refused, in the words of the system
  std::string way_out;  // how to get it
};
using Permissions = std::vector<Permission>;

// "SCHED_FIFO at priority 80: refused, because Operation not permitted (run as root, or ...)"
std::string text(const Permission& permission);

struct ThreadSettings {
  int priority = 0;                             // of SCHED_FIFO, 1 to 99; 0: the normal class, nothing is asked for
  int niceness = 0;                             // of the normal class: 0 to 19, higher gives way
  int processor = -1;                           // the one it runs on; -1: any
  std::size_t stack = std::size_t{256} * 1024;  // bytes touched before work begins, so that they are there
};

// For the calling thread. From now on other threads answer SIGINT, SIGTERM and SIGHUP.
Permissions prepare_thread(const ThreadSettings& settings);

// Whether the calling thread runs under SCHED_FIFO.
bool has_realtime_priority();

// The calling thread before others of the normal class until this is destroyed, where that is allowed: for one with little
// to do that must not be kept waiting. It never holds back a thread of SCHED_FIFO. Threads started meanwhile inherit it.
class FavouredThread {
 public:
  static constexpr int niceness = -10;
  FavouredThread();
  FavouredThread(const FavouredThread&) = delete;
  FavouredThread& operator=(const FavouredThread&) = delete;
  ~FavouredThread();
  const Permission& permission() const { return permission_; }

 private:
  int before_;
  Permission permission_;
};

// Of the calling thread, in the normal class.
int niceness_of_this_thread();
// False: refused.
bool set_niceness_of_this_thread(int niceness);

// Keeps the memory that the process has now in place until it is destroyed. Memory taken later is not kept: a limit on
// locked memory would then make every later allocation fail, and the synchronous task takes none.
class LockedMemory {
 public:
  LockedMemory();
  LockedMemory(const LockedMemory&) = delete;
  LockedMemory& operator=(const LockedMemory&) = delete;
  ~LockedMemory();
  const Permission& permission() const { return permission_; }

 private:
  Permission permission_;
};

// Keeps idle processors from sleeping so deeply that waking up takes long, until it is destroyed.
class AwakeProcessors {
 public:
  AwakeProcessors();
  AwakeProcessors(const AwakeProcessors&) = delete;
  AwakeProcessors& operator=(const AwakeProcessors&) = delete;
  ~AwakeProcessors();
  const Permission& permission() const { return permission_; }

 private:
  Permission permission_;
  int file_ = -1;
};

}  // namespace tauforge::executive
