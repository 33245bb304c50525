#include "python/bindings/states.h"

#include <nanobind/nanobind.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace tauforge::python {

namespace nb = nanobind;

namespace {

constexpr std::size_t states_of_block = std::size_t{1} << 18;

std::size_t processors() {
  cpu_set_t mine;
  return sched_getaffinity(0, sizeof mine, &mine) == 0 ? static_cast<std::size_t>(CPU_COUNT(&mine)) : 1;
}

// States that a thread takes at a time: whoever starts late, or shares its processor, takes fewer. Multiples of what vector
// instructions take at once.
constexpr std::size_t states_of_share = 1024, fewest_of_share = 64, shares_of_thread = 16;

std::optional<Failure> in_threads(std::size_t begin, std::size_t end, std::size_t threads, const Work& work) {
  const std::size_t even = (end - begin) / (threads * shares_of_thread) / fewest_of_share * fewest_of_share;
  const std::size_t share = std::clamp(even, fewest_of_share, states_of_share);
  std::atomic<std::size_t> next = begin;
  std::vector<std::optional<Failure>> failures(threads);
  const auto part = [&](std::size_t t) {
    for (std::size_t from; (from = next.fetch_add(share, std::memory_order_relaxed)) < end;) {
      const auto failure = work(t, from, std::min(from + share, end));
      if (failure && !failures[t]) failures[t] = failure;  // shares of one thread come in order
    }
  };
  std::vector<std::jthread> others;
  for (std::size_t t = 1; t < threads; ++t) others.emplace_back(part, t);
  part(0);
  others.clear();
  std::optional<Failure> first;
  for (const auto& failure : failures)
    if (failure && (!first || failure->state < first->state)) first = failure;
  return first;
}

}  // namespace

std::size_t thread_count(std::size_t asked, std::size_t count, std::size_t least) {
  const std::size_t most = asked > 0 ? asked : std::min(processors(), count / least);
  return std::clamp<std::size_t>(most, 1, std::max<std::size_t>(std::min<std::size_t>(count, 256), 1));
}

std::optional<Failure> for_states(std::size_t count, std::size_t threads, const Work& work) {
  for (std::size_t begin = 0; begin < count; begin += states_of_block) {
    const std::size_t end = std::min(count, begin + states_of_block);
    std::optional<Failure> failure;
    {
      nb::gil_scoped_release unlocked;
      failure = threads > 1 ? in_threads(begin, end, threads, work) : work(0, begin, end);
    }
    if (failure) return failure;
    if (end < count && PyErr_CheckSignals() != 0) throw nb::python_error();
  }
  return std::nullopt;
}

}  // namespace tauforge::python
