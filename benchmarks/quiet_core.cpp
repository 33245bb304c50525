#include "benchmarks/quiet_core.h"

#include <time.h>

#include <algorithm>
#include <array>

namespace tauforge::benchmarks {

namespace {

constexpr int steps = 1000;  // some 10 us
constexpr int first_looks = 20000;
constexpr double allowed = 1.06;  // times the shortest; sharing a core makes it 1.1 to 1.6

// Independent chains, more than the units can hide: it is short of units, not of results.
double loop_nanoseconds() {
  std::array<double, 24> chains{};
  const double begin = thread_nanoseconds();
  for (int k = 0; k < steps; ++k)
    for (double& x : chains) {
      x = x * 0.5 + 1.0;
      asm volatile("" : "+x"(x));  // one by one
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

QuietCore::QuietCore() : quiet_(loop_nanoseconds()) {
  for (int k = 0; k < first_looks; ++k) quiet_ = std::min(quiet_, loop_nanoseconds());
}

bool QuietCore::is_quiet() const { return loop_nanoseconds() <= allowed * quiet_; }

}  // namespace tauforge::benchmarks
