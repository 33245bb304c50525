// Which parameters of a robot have changed since it was identified before: friction that rose, a tool that was exchanged.
//
//   z_k = (now_k - before_k) / sqrt(s_now^2 + s_before^2)                                                        (1)
//
// Both deviations must be honest (autocorrelated residuals). Many parameters are looked at, so a change counts when it
// stays below the level of Holm's procedure: the chance that any of those named has not changed is at most 1 - confidence.
#pragma once

#include <string>
#include <vector>

namespace tauforge::identify {

struct KnownParameter {
  std::string name;
  double value = 0, deviation = 0;  // one standard deviation
};

struct Drift {
  std::string name;
  double before = 0, now = 0;
  double deviation = 0;  // of the difference
  double z = 0;          // (1)
  double chance = 1;     // of so large a |z| without a change
  bool drifted = false;
};

struct DriftReport {
  std::vector<Drift> parameters;         // known both times, the surest change first
  std::vector<std::string> only_before;  // names that the new identification does not have
  std::vector<std::string> only_now;
};

DriftReport find_drift(const std::vector<KnownParameter>& before, const std::vector<KnownParameter>& now,
                       double confidence = 0.95);

}  // namespace tauforge::identify
