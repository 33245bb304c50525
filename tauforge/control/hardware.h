// The cards between a computer and a robot, as small as they can be: encoder counters, potentiometers, analogue outputs,
// digital lines. [Val, sec. 3] puts one card of each into a PC. A driver for real cards (tauforge/hardware.h) and the
// virtual robot of simulate/ both stand behind this; control loops see nothing else of a machine.
//
// Called from the synchronous task: noexcept, without allocation or lock. Every call says what came of it: a loop that is
// told nothing new, or that cannot tell its drives anything, has to know.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tauforge::control {

constexpr std::uint64_t brakes = 1;  // the digital output that engages them

enum class CardStatus : std::uint8_t {
  fine,
  stale,   // read: nothing new has arrived, the values are those of before. write: nobody knows whether it arrived
  failed,  // the cards are gone, or contradict themselves
};

// What a machine has besides counters and analogue outputs.
struct Equipment {
  bool watchdog = false;        // drives switch themselves off when the heartbeat of write() stops
  bool emergency_stop = false;  // there is a button, and it can be read
  bool brakes = false;
  bool brake_feedback = false;  // brakes say whether they are engaged
  bool potentiometers = false;  // absolute, and calibrated
  bool currents = false;        // of the motors, measured
  bool thermal = false;         // switches in the motors
};

// One look at all inputs; vectors hold one value per drive and keep their size.
struct Reading {
  std::vector<std::int64_t> counts;         // of the incremental encoders, from wherever they were switched on
  std::vector<std::int64_t> index_counts;   // `counts` at the last index pulse
  std::vector<std::uint32_t> index_pulses;  // how many have passed
  std::vector<double> potentiometers;       // [V]; coarse, but absolute
  std::vector<double> currents;             // of the motors [A]
  std::uint64_t hot = 0;                    // thermal switches that have opened, bit i for drive i
  std::uint64_t engaged = 0;                // brakes that say so, bit i for drive i
  std::uint64_t digital = 0;                // inputs of the user's own
  bool emergency_stop = false;              // the button is pressed, or its wire is broken

  explicit Reading(std::size_t drives = 0)
      : counts(drives), index_counts(drives), index_pulses(drives), potentiometers(drives), currents(drives) {}
};

// They hold until the next call.
struct Outputs {
  std::span<const double> volts;  // what the amplifiers are told
  std::uint64_t digital = 0;      // tool, brakes
  bool enable = true;             // the drives have power; without it volts mean nothing
};

class Hardware {
 public:
  virtual ~Hardware() = default;
  virtual std::size_t drives() const noexcept = 0;
  virtual Equipment equipment() const noexcept { return {}; }
  // `now`: the time of the executive [ns]. Real cards have their own and do not read it.
  virtual CardStatus read(std::int64_t now, Reading& reading) noexcept = 0;
  virtual CardStatus write(std::int64_t now, const Outputs& outputs) noexcept = 0;
  // How long the last read() computed a machine that is not there [ns]; cards that are there take their time rightly.
  virtual std::int64_t computing_time() const noexcept { return 0; }
};

}  // namespace tauforge::control
