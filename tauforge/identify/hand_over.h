// The hand-over law: whatever is written, a robot file or code, is judged on the logs as whoever gets it will use it, and
// compared with the model that it was made of. Both predict the torques of the same samples:
//
//   error_j      = 100 |tau_j - handed_j| / |tau_j|                               what is printed beside it     (1)
//   difference   = max_j max_k |handed_jk - model_jk| / max_k |model_jk|          rounding, or a bug            (2)
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tauforge/identify/identify.h"

namespace tauforge::identify {

// Torques along samples, in the order of time; friction with a memory begins anew with every stretch.
using TorquesAlong = std::function<recording::Channels(const signals::Samples& samples)>;

struct HandOver {
  std::vector<RelativeError> of_log;  // (1)
  RelativeError all;                  // over all logs
  double difference = 0;              // (2)
};

// `logs` hold what the model predicts.
HandOver handed_over(const TorquesAlong& handed, const std::vector<Validation>& logs);
HandOver handed_over(const robot::Robot& as_read, const std::vector<Validation>& logs);

// Beyond, (2) is not the rounding of numbers that are written and read.
constexpr double largest_rounding = 1e-7;

// Of the model that these were validated with, over all of them.
RelativeError error_of(const std::vector<Validation>& logs);
// The same, one log after another, none of them kept.
RelativeError error_over(const std::vector<recording::Recording>& logs,
                         const std::function<Validation(const recording::Recording&)>& validated);

}  // namespace tauforge::identify
