// A long recording at a lower rate, from pieces that come one after another: what is too fast for the lower rate is filtered
// away first, by the zero-phase filter and for every signal alike, so that a linear model between them stays what it is.
//
//   pieces  ->  low-pass at 0.3 of the lower rate  ->  every k-th sample                                           (1)
//
// A piece is filtered together with the end of the one before it, far enough for the filter to have settled. Where not even
// that can be held, the beginning of every so many seconds is kept, from the first to the last.                       (2)
#pragma once

#include <optional>

#include "tauforge/recording/recording.h"

namespace tauforge::signals {

struct Condensing {
  double rate_hz = 0;             // at least: samples of the result per second
  double seconds_of_stretch = 0;  // (2); 0: everything is kept
  double seconds_between = 0;     // from the beginning of a stretch to that of the next
};

class Condenser {
 public:
  explicit Condenser(const Condensing& how) : how_(how) {}
  void add(const recording::Recording& piece);
  recording::Recording finish();

 private:
  void filter_held(std::size_t settled_from, std::size_t settled_to);

  Condensing how_;
  recording::Recording held_, result_;  // held: in the order of time, without a gap
  std::size_t done_ = 0;                // samples of held_ whose result is there
  double period_ = 0, first_ = 0;       // of the recording
  std::size_t every_ = 1;
  std::optional<double> last_;  // time of the last sample of the result in this stretch
};

}  // namespace tauforge::signals
