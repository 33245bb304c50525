// Wake-up latencies, counted as cyclictest of rt-tests counts them: by whole microseconds, rounded down.
//
// LogHistogram is what a synchronous task can afford; here every microsecond has a place of its own, so that percentiles
// of two programs can be compared.
#pragma once

#include <cstdint>
#include <vector>

#include "tauforge/executive/realtime_executive.h"

namespace tauforge::executive {

class LatencyCounts {
 public:
  void add(Nanoseconds latency) { add_microseconds(latency < 0 ? 0 : latency / 1000, 1); }
  void add_microseconds(std::int64_t microseconds, std::uint64_t count);
  void add(const LatencyCounts& others);

  std::uint64_t count() const { return count_; }
  std::int64_t largest() const { return largest_; }  // [us]
  double mean() const;                               // [us]
  // The least latency that at least `percent` of all do not exceed [us]; 0 when there are none.
  std::int64_t percentile(double percent) const;

 private:
  static constexpr std::int64_t longest = 250'000;  // [us]; what is longer counts as the largest
  // by microsecond; all taken at once: a latency that is longer than any before must not take memory in the middle of a run
  std::vector<std::uint64_t> counts_ = std::vector<std::uint64_t>(longest + 1);
  std::uint64_t count_ = 0;
  std::int64_t largest_ = 0;
  double sum_ = 0;
};

// A loop that does nothing but wake up: what the machine can do at best.
struct BareLoop {
  LatencyCounts latency;
  Permissions permissions;
  bool realtime = false;
};
BareLoop measure_bare_loop(Nanoseconds period, Nanoseconds duration, const RealtimeSettings& settings);

}  // namespace tauforge::executive
