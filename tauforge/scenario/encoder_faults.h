// What happens to encoders on the way to the loop.
//
//   counted   a frozen one counts nothing, an inverted one the other way, both from where it stood; a jump stays
//   arrived   late: the counts of `by` before; noisy: another error at every reading, uniform within +-counts
//
// The encoders of a virtual robot count wrongly themselves; of other machines the counts are corrected to that.
#pragma once

#include <vector>

#include "tauforge/scenario/machine.h"

namespace tauforge::scenario {

class EncoderFaults {
 public:
  // `robot`: where it is virtual.
  EncoderFaults(std::size_t drives, const Scenario& scenario, simulate::VirtualRobot* robot);

  // Before each reading: none, then those that last, then that it begins.
  void clear() noexcept;
  void suffer(std::size_t drive, const Fault& fault) noexcept;
  void begin_reading() noexcept;
  void jump(std::size_t drive, std::int64_t counts) noexcept;
  // After it.
  void falsify(Nanoseconds now, control::Reading& reading) noexcept;

 private:
  std::int64_t counts_before(Nanoseconds time, std::size_t drive) const noexcept;

  struct State {
    bool frozen = false, inverted = false;
    std::int64_t noise = 0;
    Nanoseconds late = 0;
  };
  std::vector<State> states_;
  simulate::VirtualRobot* robot_;
  simulate::Noise noise_;
  // of machines that are not virtual
  std::vector<std::int64_t> counts_;   // that were read last
  std::vector<std::int64_t> slipped_;  // what has to be added to them
  bool any_ = false;                   // counts_ are known
  // readings of before, as many as the latest encoder needs; none: no encoder is late
  std::vector<Nanoseconds> times_;
  std::vector<std::int64_t> history_;  // reading by reading
  std::size_t readings_ = 0;           // so far
};

}  // namespace tauforge::scenario
