#include "tauforge/native/quiet_core.h"

#include <time.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>

#ifdef __x86_64__
#define TAUFORGE_IN_REGISTER "+x"
#else
#define TAUFORGE_IN_REGISTER "+m"
#endif

namespace tauforge::native {

namespace {

constexpr int steps = 1000;       // some 10 us
constexpr double allowed = 1.05;  // times the quiet one; sharing a core makes it 1.1 to 1.6

// Independent chains, more than the units can hide: it is short of units, not of results.
double loop_nanoseconds() {
  std::array<double, 24> chains{};
  const double begin = thread_nanoseconds();
  for (int k = 0; k < steps; ++k)
    for (double& x : chains) {
      x = x * 0.5 + 1.0;
      asm volatile("" : TAUFORGE_IN_REGISTER(x));  // one by one
    }
  const double time = thread_nanoseconds() - begin;
  volatile double sink = chains[0] + chains[23];
  static_cast<void>(sink);
  return time;
}

}  // namespace

double thread_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

// The shortest typical time of a moment, not the shortest of all: where the thread was interrupted the clock is a few
// percent wrong, in both directions.
QuietCore::QuietCore(double seconds) : quiet_(std::numeric_limits<double>::infinity()) {
  using Clock = std::chrono::steady_clock;
  constexpr int least = 20;  // moments, where the thread gets little of the machine
  const Clock::time_point end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  for (int k = 0; k < least || Clock::now() < end; ++k) {
    std::array<double, 31> times{};
    for (double& time : times) time = loop_nanoseconds();
    std::nth_element(times.begin(), times.begin() + 15, times.end());
    quiet_ = std::min(quiet_, times[15]);
  }
}

bool QuietCore::is_quiet() const { return loop_nanoseconds() <= allowed * quiet_; }

}  // namespace tauforge::native
