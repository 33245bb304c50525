#include "tauforge/executive/latency.h"

#include <algorithm>
#include <cmath>

namespace tauforge::executive {

void LatencyCounts::add_microseconds(std::int64_t microseconds, std::uint64_t count) {
  if (count == 0) return;
  const std::int64_t place = std::clamp<std::int64_t>(microseconds, 0, longest);
  counts_[static_cast<std::size_t>(place)] += count;
  count_ += count;
  largest_ = std::max(largest_, microseconds);
  sum_ += static_cast<double>(std::max<std::int64_t>(microseconds, 0)) * static_cast<double>(count);
}

void LatencyCounts::add(const LatencyCounts& others) {
  for (std::size_t k = 0; k < counts_.size(); ++k) counts_[k] += others.counts_[k];
  count_ += others.count_, sum_ += others.sum_;
  largest_ = std::max(largest_, others.largest_);
}

double LatencyCounts::mean() const { return count_ ? sum_ / static_cast<double>(count_) : 0.0; }

std::int64_t LatencyCounts::percentile(double percent) const {
  // 99.9 % of 10000 values are 9990 of them, though 99.9 is a little more as a double
  const double wanted = std::clamp(percent, 0.0, 100.0) / 100.0 * static_cast<double>(count_) * (1.0 - 1e-12);
  std::uint64_t seen = 0;
  for (std::size_t k = 0; k < counts_.size(); ++k) {
    seen += counts_[k];
    if (seen > 0 && static_cast<double>(seen) >= wanted)
      return static_cast<std::int64_t>(k) == longest ? largest_ : static_cast<std::int64_t>(k);
  }
  return 0;
}

namespace {

struct Nothing : SynchronousTask {
  Nanoseconds receive(Nanoseconds now) noexcept override { return now; }
  void full(Nanoseconds) noexcept override {}
  void degraded(Nanoseconds) noexcept override {}
  void stop(Nanoseconds) noexcept override {}
  void apply(Nanoseconds) noexcept override {}
};

struct Counting : Observer {
  LatencyCounts latency;
  void observe(std::span<const Sample> news) override {
    for (const Sample& s : news) latency.add(s.latency());
  }
};

}  // namespace

BareLoop measure_bare_loop(Nanoseconds period, Nanoseconds duration, const RealtimeSettings& settings) {
  Nothing nothing;
  Counting counting;
  RealtimeExecutive executive(nothing, period, {.overrun = OverrunPolicy::skip, .age_bound = period}, settings,
                              counting);
  executive.run(duration);
  return {counting.latency, executive.permissions(), executive.realtime()};
}

}  // namespace tauforge::executive
