// What results were off by, over all states, beside the tolerance of each.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "tauforge/native/verify.h"

namespace tauforge::native {

class Deviations {
 public:
  explicit Deviations(const compiler::Tolerance& tolerance) : tolerance_(tolerance) {}

  // NaN counts as infinitely far off.
  void add(const double* got, const std::vector<double>& expected) {
    for (std::size_t i = 0; i < expected.size(); ++i) {
      double off = std::abs(got[i] - expected[i]);
      if (!std::isfinite(off)) off = std::numeric_limits<double>::infinity();
      off_ = std::max(off_, off);
      if (off > 0.0) used_ = std::max(used_, off / tolerance_.results[i]);
    }
  }
  void report(FunctionCheck& check) const {
    check.deviation = off_ / tolerance_.scale, check.allowed = tolerance_.share(), check.used = used_;
  }

 private:
  const compiler::Tolerance& tolerance_;
  double off_ = 0.0, used_ = 0.0;
};

}  // namespace tauforge::native
