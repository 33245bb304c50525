#include "tauforge/executive/timing.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace tauforge::executive {

std::size_t LogHistogram::bucket(std::uint64_t x) noexcept {
  if (x < 64) return static_cast<std::size_t>(x);
  const int e = static_cast<int>(std::bit_width(x)) - 1;
  return static_cast<std::size_t>(64 * (e - 5)) + static_cast<std::size_t>((x >> (e - 6)) & 63);  // (1)
}

Nanoseconds LogHistogram::last_of(std::size_t bucket) noexcept {
  if (bucket < 64) return static_cast<Nanoseconds>(bucket);
  const std::size_t e = bucket / 64 + 5;
  const std::uint64_t first = (std::uint64_t{64} + bucket % 64) << (e - 6);
  return static_cast<Nanoseconds>(first + (std::uint64_t{1} << (e - 6)) - 1);
}

void LogHistogram::add(Nanoseconds x) noexcept {
  x = std::max<Nanoseconds>(x, 0);
  ++counts_[bucket(static_cast<std::uint64_t>(x))];
  ++count_;
  sum_ += static_cast<double>(x);
  largest_ = std::max(largest_, x);
}

void LogHistogram::add(const LogHistogram& others) noexcept {
  for (std::size_t b = 0; b < counts_.size(); ++b) counts_[b] += others.counts_[b];
  count_ += others.count_;
  sum_ += others.sum_;
  largest_ = std::max(largest_, others.largest_);
}

Nanoseconds LogHistogram::percentile(double percent) const {
  // 99.9 % of 10000 values are 9990 of them, though 99.9 is a little more as a double
  const double wanted = std::clamp(percent, 0.0, 100.0) / 100.0 * static_cast<double>(count_) * (1.0 - 1e-12);
  std::uint64_t seen = 0;
  for (std::size_t b = 0; b < counts_.size(); ++b) {
    seen += counts_[b];
    if (seen > 0 && static_cast<double>(seen) >= wanted) return std::min(last_of(b), largest_);
  }
  return largest_;
}

std::vector<LogHistogram::Bin> LogHistogram::bins() const {
  constexpr std::size_t together = 8;
  std::vector<Bin> all;
  for (std::size_t b = 0; b < counts_.size(); b += together) {
    Bin bin{b == 0 ? 0 : last_of(b - 1) + 1, last_of(b + together - 1), 0};
    for (std::size_t k = b; k < b + together; ++k) bin.count += counts_[k];
    if (bin.count > 0 || !all.empty()) all.push_back(bin);
  }
  while (!all.empty() && all.back().count == 0) all.pop_back();
  return all;
}

void Timing::add(const Sample& sample) noexcept {
  latency.add(sample.latency());
  computation.add(sample.computation());
  if (sample.machine > 0) machine.add(sample.machine);
  model_age.add(sample.model_age);
  if (any_) {
    const Nanoseconds between = sample.begin - last_begin_;
    period.add(between);
    jitter.add(std::abs(between - (sample.release - last_release_)));
  }
  any_ = true, last_begin_ = sample.begin, last_release_ = sample.release;
  if (sample.overrun == Overrun::computation) ++overruns_by_computation;
  if (sample.overrun == Overrun::scheduling) ++overruns_by_scheduling;
  if (sample.overrun == Overrun::page_fault) ++overruns_by_page_fault;
  if (sample.overrun == Overrun::machine) ++overruns_by_machine;
  lost_releases += static_cast<std::uint64_t>(sample.lost);
  ++actions[static_cast<std::size_t>(sample.action)];
}

}  // namespace tauforge::executive
