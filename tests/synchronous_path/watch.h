// The proof for any synchronous task: it runs under the executive on the real clock while memory, locks and system calls
// of its thread are counted. What is counted are whole periods: waking up, the step, its sample, going to sleep again.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "counted_calls.h"
#include "tauforge/executive/policy.h"
#include "tauforge/executive/task.h"

namespace tauforge::test {

struct Watched {
  std::string impossible;  // why nothing could be watched; else empty
  std::uint64_t steps = 0;
  CountedCalls calls;
  std::vector<int> system_calls;  // those that were neither clock_nanosleep nor clock_gettime, by number
};

using Background = std::vector<std::pair<executive::BackgroundTask*, executive::Nanoseconds>>;  // with their periods

// The first steps are not watched: there is a first time for everything (the loader binds functions when they are first
// called), and set-up may do what it likes.
Watched watch(executive::SynchronousTask& task, executive::Nanoseconds period, const executive::Policies& policies,
              const Background& background, std::uint64_t steps, std::uint64_t not_watched = 20);

}  // namespace tauforge::test
