// Sees the system calls of one thread, by seccomp: a filter lets clock_nanosleep and clock_gettime pass and reports every
// other call to a thread that notes it and lets it go on, so a call too many is a finding and not the end of the program.
//
// Calls that the C library answers without the kernel (reading the clock, mostly) are not system calls and not seen.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace tauforge::test {

class WatchedSystemCalls {
 public:
  WatchedSystemCalls() = default;
  WatchedSystemCalls(const WatchedSystemCalls&) = delete;
  WatchedSystemCalls& operator=(const WatchedSystemCalls&) = delete;
  ~WatchedSystemCalls();

  // From the thread to be watched, once: it is filtered from here to its end. Empty, or why it is not possible.
  std::string install();
  // What is noted lies between these two; from the watched thread, without system calls.
  void begin() noexcept { noting_.store(true); }
  void end() noexcept { noting_.store(false); }

  // The numbers of the calls noted, in order.
  std::vector<int> calls() const;

 private:
  void listen();

  static constexpr int unknown = -2;
  std::atomic<int> listener_{unknown};
  std::atomic<bool> noting_{false}, stop_{false};
  mutable std::mutex mutex_;
  std::vector<int> calls_;
  std::thread thread_;
};

}  // namespace tauforge::test
