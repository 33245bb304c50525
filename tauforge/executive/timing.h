// How a loop kept time, as plain values: one Sample per release, and what many of them have in common.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tauforge/executive/policy.h"

namespace tauforge::executive {

// Whose fault an overrun was: the step itself kept the processor for more than a period; a machine that is only computed
// did; something else ran instead of it, before it began or in between; or memory that it touched was not there (real
// clock only, see page_faults.h).
enum class Overrun : std::uint8_t { none, computation, scheduling, page_fault, machine };

struct Sample {
  Nanoseconds release = 0;    // when the step should have begun
  Nanoseconds begin = 0;      // when it did
  Nanoseconds end = 0;        // when its command was ready
  Nanoseconds machine = 0;    // how much of that went into computing a machine that is not there
  Nanoseconds processor = 0;  // how long the step kept its processor busy, machine included
  Nanoseconds model_age = 0;  // at `begin`
  std::int64_t lost = 0;      // releases that passed while this step ran
  Action action = Action::full;
  Outcome outcome = Outcome::applied;
  Overrun overrun = Overrun::none;

  Nanoseconds latency() const { return begin - release; }
  Nanoseconds computation() const { return end - begin - machine; }
};

// Counts of times from 1 ns to centuries in buckets whose width is at most 1/64 of their value: adding is a few
// instructions and takes no memory, percentiles are right to 1.6 %.
//
//   x < 64           bucket x
//   2^e <= x < 2^e+1 bucket 64 (e - 5) + the six bits after the leading one                                  (1)
class LogHistogram {
 public:
  // Negative times count as zero.
  void add(Nanoseconds x) noexcept;
  void add(const LogHistogram& others) noexcept;

  std::uint64_t count() const { return count_; }
  Nanoseconds largest() const { return largest_; }  // exact
  double mean() const { return count_ ? sum_ / static_cast<double>(count_) : 0.0; }
  // The least bucket end that at least `percent` of the values do not exceed, never above the largest value; 0 when empty.
  Nanoseconds percentile(double percent) const;

  struct Bin {
    Nanoseconds first, last;  // times that it counts, both included
    std::uint64_t count;
  };
  // To be drawn: eight bins for each doubling, from the first that counted anything to the last.
  std::vector<Bin> bins() const;

 private:
  static std::size_t bucket(std::uint64_t x) noexcept;
  static Nanoseconds last_of(std::size_t bucket) noexcept;

  std::array<std::uint64_t, 64 * 59> counts_{};
  std::uint64_t count_ = 0;
  double sum_ = 0.0;
  Nanoseconds largest_ = 0;
};

struct Timing {
  void add(const Sample& sample) noexcept;
  // The next sample is the first of another run: no period lies between it and the last one.
  void restart() noexcept { any_ = false; }

  LogHistogram latency;      // begin - release
  LogHistogram computation;  // end - begin - machine
  LogHistogram machine;      // where there is one that is only computed
  LogHistogram period;       // from one begin to the next
  LogHistogram jitter;       // |period - the time between the two releases|
  LogHistogram model_age;    // at begin
  std::uint64_t overruns_by_computation = 0, overruns_by_scheduling = 0, overruns_by_page_fault = 0,
                overruns_by_machine = 0;
  std::uint64_t lost_releases = 0;
  std::array<std::uint64_t, 4> actions{};  // how often, by Action

 private:
  Nanoseconds last_begin_ = 0, last_release_ = 0;
  bool any_ = false;
};

}  // namespace tauforge::executive
