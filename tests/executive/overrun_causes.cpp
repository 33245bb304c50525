// Overruns made on purpose, on the real clock: by spinning, by sleeping and by touching new memory for longer than a
// period. No machine can make them shorter, so each is an overrun; the test is whom it is blamed on.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <vector>

#include "tauforge/executive/clock.h"
#include "tauforge/executive/realtime_executive.h"

namespace {

using namespace tauforge::executive;

constexpr Nanoseconds period = 1'000'000;
constexpr std::size_t spinning = 40, sleeping = 80, touching = 120, last = 160;  // steps, some looks apart

struct Disturbed : SynchronousTask {
  std::size_t step = 0;

  Nanoseconds receive(Nanoseconds now) noexcept override {
    if (step == spinning)
      for (const Nanoseconds end = processor_time() + 2 * period; processor_time() < end;) {
      }
    if (step == sleeping) sleep_until(clock_now() + 2 * period);
    if (step == touching) {
      touch_new_memory();
      sleep_until(clock_now() + 2 * period);
    }
    ++step;
    return now;
  }
  void full(Nanoseconds) noexcept override {}
  void degraded(Nanoseconds) noexcept override {}
  void stop(Nanoseconds) noexcept override {}
  void apply(Nanoseconds) noexcept override {}

 private:
  static void touch_new_memory() {
    constexpr std::size_t bytes = 1 << 20;
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return;
    for (std::size_t i = 0; i < bytes; i += 4096) static_cast<volatile char*>(memory)[i] = 1;
    munmap(memory, bytes);
  }
};

struct Causes : Observer {
  std::vector<Overrun> of_step;
  RealtimeExecutive* executive = nullptr;
  std::int64_t page_faults = 0;
  void observe(std::span<const Sample> news) override {
    for (const Sample& s : news) of_step.push_back(s.overrun);
    if (of_step.size() >= last) executive->stop();
  }
};

Causes run() {
  Disturbed task;
  Causes causes;
  RealtimeExecutive executive(task, period, {.overrun = OverrunPolicy::skip, .age_bound = INT64_MAX}, {}, causes);
  causes.executive = &executive;
  executive.run(INT64_MAX / 2);
  causes.page_faults = executive.page_faults();
  return causes;
}

TEST(OverrunCauses, AreComputationWaitingAndPageFaults) {
  // A page fault that nobody asked for, near one of the others, is blamed rightly, too: then the run is repeated.
  for (int attempt = 0; attempt < 20; ++attempt) {
    const Causes causes = run();
    if (causes.page_faults < 0) GTEST_SKIP() << "page faults cannot be counted here";
    EXPECT_EQ(causes.of_step.at(touching), Overrun::page_fault);
    EXPECT_GT(causes.page_faults, 0);
    if (causes.of_step.at(spinning) == Overrun::page_fault) continue;
    if (causes.of_step.at(sleeping) == Overrun::page_fault) continue;
    EXPECT_EQ(causes.of_step.at(spinning), Overrun::computation);
    EXPECT_EQ(causes.of_step.at(sleeping), Overrun::scheduling);
    return;
  }
  GTEST_SKIP() << "this program has page faults all the time here";
}

}  // namespace
