// What a call costs. What others do to the machine only ever adds to it, so the lowest of several rounds is the figure; a
// round counts where this thread had its core to itself before and after it (quiet_core.h).
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>

namespace tauforge::native {

// What time is read from; tests bring their own.
struct Stopwatch {
  std::function<double()> now;          // [ns]
  std::function<bool()> core_is_quiet;  // nobody else uses it
};

// The clock of this thread, which stands still while others run. Watches the core for so long first [s].
Stopwatch thread_stopwatch(double seconds = 0.15);

// Calls on the states begin to end.
using Calls = std::function<void(std::size_t begin, std::size_t end)>;

// Calls in rounds long enough for the clock and short against the time between two interruptions. Each goes on through the
// states where the last one stopped.
class Rounds {
 public:
  Rounds(Stopwatch watch, std::size_t states, Calls calls);

  struct Round {
    double nanoseconds;  // per state
    bool quiet;          // the core was not shared
  };
  Round take();

 private:
  void go(std::size_t count);

  Stopwatch watch_;
  Calls calls_;
  std::size_t states_, per_round_ = 1, next_ = 0;
  unsigned taken_ = 0;
};

struct CallTime {
  double nanoseconds = 0;  // the lowest of the rounds
  int rounds = 0;          // 0: not timed
  int shared = 0;          // of them: the core was shared whenever the round was tried
};

// Rounds on a shared core are repeated for a fraction of a second, then taken as they are.
CallTime call_time(const Stopwatch& watch, std::size_t states, const Calls& calls);

// "lowest of 15 rounds by the thread's own clock, with the core to itself"; empty: nothing was timed.
std::string how_timed(std::span<const CallTime> times);

}  // namespace tauforge::native
