// What the wake-up latency of a loop is compared with: cyclictest of rt-tests or, where that is missing or refused, a
// bare loop of our own, and then it says so.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "tauforge/executive/latency.h"

namespace tauforge::cli {

class Yardstick {
 public:
  // `cancelled` says whether somebody has ended the measurement.
  explicit Yardstick(std::function<bool()> cancelled) : cancelled_(std::move(cancelled)) {}

  // Adds what it measures in about `duration`.
  void measure(executive::Nanoseconds period, executive::Nanoseconds duration,
               const executive::RealtimeSettings& settings);

  const executive::LatencyCounts& latency() const { return latency_; }
  bool is_cyclictest() const { return why_not_.empty(); }
  std::string name() const { return is_cyclictest() ? "cyclictest" : "a bare loop of this program"; }
  const std::string& why_not() const { return why_not_; }  // no cyclictest

 private:
  std::function<bool()> cancelled_;
  executive::LatencyCounts latency_;
  std::string why_not_;
};

}  // namespace tauforge::cli
