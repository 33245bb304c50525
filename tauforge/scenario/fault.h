// What can go wrong in a scenario: the kinds of faults, what each is said by, and in which words it is told.
//                                                                                                    docs/scenario-file.md
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tauforge/executive/policy.h"
#include "tauforge/spatial/inertia.h"

namespace tauforge::scenario {

using executive::Nanoseconds;

enum class FaultKind : std::uint8_t {
  // of the tasks
  background_hangs,  // the run of each background task that begins next takes `lasting`
  background_late,   // runs that begin take longer by `by`
  background_nan,    // background tasks find nothing finite
  clock_jumps,       // the time that the loop is told is off by `by` from now on
  // of the cards
  sensor_freezes,    // the encoder of `drive` stands still
  encoder_jumps,     // ... is off by `counts` from now on
  encoder_inverted,  // ... counts the other way
  encoder_noisy,     // ... is read with an error of up to `counts`, another one each time
  encoder_delayed,   // ... is read as it was `by` ago
  index_missing,     // no index pulse of `drive` arrives
  packet_loss,       // a reading or a command is lost with `probability`
  emergency_stop,    // somebody presses the button
  // of the drives
  motor_hot,        // the thermal switch of `drive` is open
  torque_constant,  // its motor gives `factor` times what it is told: 0 is dead, below zero turns the other way
  // of the arm
  friction,     // dry and viscous friction are `factor` times those of its file
  brake_slips,  // an engaged brake holds `factor` times what it should
  payload,      // the arm carries this from now on
};

struct Fault {
  FaultKind kind = FaultKind::payload;
  Nanoseconds at = 0, lasting = 0;
  std::optional<std::size_t> drive = {};  // of friction and brakes: none is all
  std::int64_t counts = 0;
  Nanoseconds by = 0;
  double factor = 1, probability = 0;
  spatial::Inertia<double> payload = {};
  std::optional<Nanoseconds> told_after = {};  // of a payload: when the model learns of it; never

  bool lasts(Nanoseconds now) const { return now >= at && now - at < lasting; }
  bool concerns(std::size_t of) const { return !drive || *drive == of; }
};

enum class Need : std::uint8_t { none, optional, required };

// What a kind is said by.
struct FaultForm {
  FaultKind kind;
  const char* name;
  bool ends = true;                 // `for` says when
  Need drive = Need::none;          // `drive`
  bool counts = false, by = false;  // each is required where it is there
  bool factor = false, probability = false;
  bool real = true;  // real machines suffer it, too: it is put between them and the loop
};

std::span<const FaultForm> fault_forms();
const FaultForm& form_of(FaultKind kind);
std::vector<std::string> fault_names();

// "the encoder of elbow freezes for good"
std::string what_happens(const Fault& fault, const std::vector<std::string>& drives);

}  // namespace tauforge::scenario
