// The residual torque that an arm without a fault exceeds once in so many hours: what to tell a collision from a model's error
// by. Peaks over a threshold, declustered, with an exponential tail.                                   [DS90], [Col01, ch. 4, 5]
//
//   r_k = (r_k-1 + K dt e_k) / (1 + K dt)          the error e of the torques behind the observer's low-pass         (1)
//   cluster: values |r| > u that are nowhere more than 2/K apart; its peak is what one alarm would be               (2)
//   u: so high that N clusters lie above it, one in thirty stretches of 3/K seconds                                 (3)
//   sigma = mean of (peak - u)                     maximum likelihood of P(peak > x) = exp(-(x - u) / sigma)        (4)
//   x = u + sigma ln(N / (T rate))                 exceeded `rate` times per second; T length of the record         (5)
//
// x is not below the largest |r| that was seen. Tails of a normal distribution are lighter than (4), so for them x errs towards
// fewer alarms; with a lower u it would err further, with a higher one sigma would know fewer peaks. A tail heavier than exponential shows
// in the shape of a generalised Pareto distribution, by probability-weighted moments [HW87], and is told.
// (1) is what control/momentum_observer.h makes of an error of the model and of noise of the torques. Noise of measured speeds
// is not in e: logs are filtered without delay before.
#pragma once

#include <optional>
#include <vector>

#include "tauforge/identify/identify.h"

namespace tauforge::identify {

struct AlarmSettings {
  double gain = 30.0;                   // K [1/s]
  double rate = 1.0 / (1000 * 3600.0);  // of false alarms, per drive [1/s]
};

struct AlarmThreshold {
  double torque = 0;      // x of (5)                                   [N m or N]
  double level = 0;       // u                                          [N m or N]
  double excess = 0;      // sigma                                      [N m or N]
  double largest = 0;     // |r| of the record                          [N m or N]
  std::size_t peaks = 0;  // N
  double seconds = 0;     // T, of all stretches without their beginnings
  bool heavy = false;     // the tail is heavier than (4) by more than chance: alarms may come more often than stated
};

// Errors of one drive, uniformly sampled, a series for each stretch without gaps. Nothing: too short for ten peaks.
using ErrorSeries = std::vector<std::vector<double>>;
std::optional<AlarmThreshold> alarm_threshold(const ErrorSeries& errors, double period, const AlarmSettings& settings);

// Of every drive, from what a model makes of logs that it was not fitted to.
std::vector<std::optional<AlarmThreshold>> alarm_thresholds(const std::vector<Validation>& logs,
                                                            const AlarmSettings& settings = {});

}  // namespace tauforge::identify
