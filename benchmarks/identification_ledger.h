// Lines of benchmarks/identification: figures beside the limits that they have to keep.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/diagnostic/result.h"

namespace tauforge::benchmarks {

class Ledger {
 public:
  // An error of torques in per cent, all joints and each, and at most how large it may be.
  void line(const std::string& name, std::size_t numbers, double error, const std::vector<double>& of_drive,
            std::optional<double> limit = {}) {
    std::string drives;
    for (const double e : of_drive) drives += fmt::format(" {:6.2f}", e);
    fmt::print("{:34} {:3} {:6.2f}  {:18} {}\n", name, numbers, error, judged(error, limit, "<="), drives);
    std::fflush(stdout);
  }
  // Another figure with its unit.
  void figure(const std::string& name, double value, const char* unit, std::optional<double> limit = {}) {
    fmt::print("{:34} {:10.4g} {:3} {}\n", name, value, unit, judged(value, limit, "<="));
    std::fflush(stdout);
  }
  void condition(const std::string& name, bool holds, const std::string& what) {
    broken_ += !holds;
    fmt::print("{:34} {}: {}\n", name, what, holds ? "ok" : "BROKEN");
    std::fflush(stdout);
  }
  int broken() const { return broken_; }

 private:
  std::string judged(double value, std::optional<double> limit, const char* relation) {
    if (!limit) return "";
    const bool holds = value <= *limit;  // not: NaN
    broken_ += !holds;
    return fmt::format("{} {:.4g} {}", relation, *limit, holds ? "ok" : "BROKEN");
  }
  int broken_ = 0;
};

template <class T> T value_or_stop(diagnostic::Result<T> result) {
  if (!result.ok()) {
    for (const auto& finding : result.findings()) fmt::print(stderr, "{}\n", to_text(finding));
    std::exit(1);
  }
  return result.take();
}

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace tauforge::benchmarks
