// A referee that knows the tables of policy.h, but not the code: it says for each sample what had to happen, from the
// history alone. For virtual and for real time.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "recorded_tasks.h"
#include "tauforge/executive/timing.h"

namespace tauforge::executive::test {

struct History {
  Policies policies;
  Nanoseconds period;
  std::span<const Sample> samples;             // all of them
  std::span<const std::int64_t> acknowledged;  // numbers of releases with an acknowledgement just before, in order
  std::span<const Applied> applied;
};

// How often each policy was entered and left, over all schedules: a check that never happened proves nothing.
struct Seen {
  std::array<std::uint64_t, 4> overruns{};                // by OverrunPolicy
  std::array<std::uint64_t, 3> too_old{}, young_again{};  // by AgePolicy
  std::uint64_t left_degrade = 0, left_stop = 0, full = 0, unusable = 0;
};

// What is wrong, or nullptr when nothing is.
const char* judge(const History& history, Seen& seen);

}  // namespace tauforge::executive::test
