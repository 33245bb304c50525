#include "tauforge/executive/clock.h"

#include <errno.h>
#include <time.h>

namespace tauforge::executive {

namespace {

constexpr Nanoseconds second = 1'000'000'000;

Nanoseconds read(clockid_t clock) noexcept {
  timespec t;
  clock_gettime(clock, &t);
  return static_cast<Nanoseconds>(t.tv_sec) * second + t.tv_nsec;
}

}  // namespace

Nanoseconds clock_now() noexcept { return read(CLOCK_MONOTONIC); }
Nanoseconds processor_time() noexcept { return read(CLOCK_THREAD_CPUTIME_ID); }

void sleep_until(Nanoseconds time) noexcept {
  const timespec t{static_cast<time_t>(time / second), static_cast<long>(time % second)};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, nullptr) == EINTR) {
  }
}

}  // namespace tauforge::executive
