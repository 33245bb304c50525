// The cards between a computer and a robot, as small as they can be: encoder counters, potentiometers, analogue outputs,
// digital lines. [Val, sec. 3] puts one card of each into a PC. A driver for real cards and the virtual robot of
// simulate/ both stand behind this; control loops see nothing else of a machine.
//
// Called from the synchronous task: noexcept, without allocation or lock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tauforge::control {

constexpr std::uint64_t brakes = 1;  // the digital output that engages them

// One look at all inputs; vectors hold one value per drive and keep their size.
struct Reading {
  std::vector<std::int64_t> counts;         // of the incremental encoders, from wherever they were switched on
  std::vector<std::int64_t> index_counts;   // `counts` at the last index pulse
  std::vector<std::uint32_t> index_pulses;  // how many have passed
  std::vector<double> potentiometers;       // [V]; coarse, but absolute
  std::uint64_t hot = 0;                    // thermal switches that have opened, bit i for drive i

  explicit Reading(std::size_t drives = 0)
      : counts(drives), index_counts(drives), index_pulses(drives), potentiometers(drives) {}
};

class Hardware {
 public:
  virtual ~Hardware() = default;
  virtual std::size_t drives() const noexcept = 0;
  // `now`: the time of the executive [ns]. Real cards have their own and do not read it.
  virtual void read(std::int64_t now, Reading& reading) noexcept = 0;
  // What the amplifiers are told [V], and the digital outputs (tool, brakes). Outputs hold until the next call.
  virtual void write(std::int64_t now, std::span<const double> volts, std::uint64_t digital) noexcept = 0;
  // How long the last read() computed a machine that is not there [ns]; cards that are there take their time rightly.
  virtual std::int64_t computing_time() const noexcept { return 0; }
};

}  // namespace tauforge::control
