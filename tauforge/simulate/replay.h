// A recording behind the interface of the cards: a loop, a guard or an observer runs against what a machine once did.
// Positions come out as counts of the given axes; what is written goes nowhere but is kept for looking at.
//
// At `now` the last sample that had been measured by then is seen, as on the day: no interpolation, no look ahead. Before
// the first sample and after the last, these.
#pragma once

#include <vector>

#include "tauforge/control/axes.h"
#include "tauforge/control/hardware.h"
#include "tauforge/diagnostic/result.h"
#include "tauforge/recording/recording.h"

namespace tauforge::simulate {

class Replay : public control::Hardware {
 public:
  // Time 0 is the first sample. Axes as they will read it: position = step counts + offset.
  // Refused: another number of joints, no samples, positions that are no numbers or beyond a counter.
  static diagnostic::Result<Replay> of(const recording::Recording& recording, const std::vector<control::Axis>& axes);

  std::size_t drives() const noexcept override { return drives_; }
  control::CardStatus read(std::int64_t now, control::Reading& reading) noexcept override;
  control::CardStatus write(std::int64_t now, const control::Outputs& outputs) noexcept override;

  std::int64_t duration() const noexcept { return times_.back(); }  // [ns]
  std::size_t sample(std::int64_t now) const noexcept;              // which one is seen at that time
  std::span<const double> volts() const noexcept { return volts_; }
  std::uint64_t digital() const noexcept { return digital_; }

 private:
  Replay() = default;
  std::size_t drives_ = 0;
  std::vector<std::int64_t> times_;   // [ns]
  std::vector<std::int64_t> counts_;  // sample by sample
  std::vector<double> volts_;
  std::uint64_t digital_ = 0;
};

}  // namespace tauforge::simulate
