// How well drives followed a motion, sample by sample and in constant memory: a run may last for months.
//
//   e_k = q_k - q_d,k from the beginning of the motion on; L = max |e_k|                                       (1)
//   settled: the first sample after the last k with |e_k| > 0.01 L                                            (2)
//   L is known at the end only, but whenever it grows that sample is above its share itself, and what came before it
//   does not matter any more; so (2) can be decided with the L of now                                         (3)
#pragma once

#include <limits>
#include <vector>

#include "tauforge/control/loop.h"
#include "tauforge/scenario/machine.h"

namespace tauforge::scenario {

// One drive over the whole run. Errors are of the arm as it really was, or where nobody knows as its encoders saw it,
// against the motion that was wanted.
struct DriveOutcome {
  double largest_error = 0, rms_error = 0, final_error = 0;  // [rad or m]
  double range = 0;                                          // of the wanted motion, highest - lowest
  double largest_torque = 0, rms_torque = 0;                 // commanded [N m or N]
  double settled = 0;  // from when on the error stayed below 1 % of the largest; < 0: it did not  [s]
};

class DriveFigures {
 public:
  explicit DriveFigures(std::size_t drives) : drives_(drives) {}

  // `truth` of the same time, where it is known. Samples before the motion are left out, and those of the stop at the end
  // of a run that nothing was wrong with.
  void add(const control::LoopSample& sample, const Truth* truth);
  // `began`: when the motion did; nothing was added: all zero.
  std::vector<DriveOutcome> outcome(control::Nanoseconds began) const;

 private:
  struct Drive {
    DriveOutcome so_far;  // with sums of squares in place of rms
    double lowest = std::numeric_limits<double>::infinity(), highest = -std::numeric_limits<double>::infinity();
    control::Nanoseconds settled = 0;
    bool above = true;  // the last sample was
  };
  std::vector<Drive> drives_;
  double count_ = 0;
};

}  // namespace tauforge::scenario
