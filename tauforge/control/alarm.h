// What can be wrong with a machine that moves, what was seen of it, and how the arm is stopped for it.
//
// Categories are those of IEC 60204-1: 0 takes the power from the drives at once and engages the brakes, for when nobody
// knows any more where the arm is; 1 brings it to rest by its drives first, and takes the power then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "tauforge/executive/policy.h"

namespace tauforge::control {

enum class Alarm : std::uint8_t {
  none,
  // positions, times or cards are not to be believed: category 0
  jumped,        // no joint moves so far in a period: the encoder slipped
  disagrees,     // encoder and potentiometer contradict each other
  swings,        // around its way, more each time: a sensor that is late, gains that the arm does not bear
  frozen,        // the position stands still while the way goes on: the encoder, or the arm is blocked
  unmoved,       // ... while the torque is more than friction can hold
  cards_silent,  // nothing new from the cards for too long
  cards_failed,  // they are gone
  clock,         // time stood still or went back
  pushed,        // torques and motion contradict the model: a collision, another payload, a sensor, a torque constant
  // the arm is not where or as fast as it should be: category 1
  limit,           // it would not come to rest before the limit of a joint
  too_fast,        // above 1.1 times what a joint may do
  away,            // it left the envelope around its way
  torque,          // a law asked for more than a drive may be told
  torque_rate,     // ... or for a faster change
  not_finite,      // ... or for something that is no number
  hot,             // a thermal switch has opened
  not_homed,       // the start-up could not find out where the arm is (homing.h)
  late,            // too many releases in a row were missed
  old_model,       // the policy for age stopped the arm
  late_steps,      // the policy for overruns did
  emergency_stop,  // the button
};

enum class StopCategory : std::uint8_t { none, one, zero };  // in the order of severity
StopCategory category_of(Alarm alarm) noexcept;

struct AlarmRecord {
  Alarm alarm = Alarm::none;
  StopCategory acted = StopCategory::none;
  std::uint16_t drive = 0;          // that it is about
  std::uint16_t joint = 0;          // of `limit`: behind a transmission joints are others than drives
  executive::Nanoseconds time = 0;  // when it was seen
  double seen = 0, limit = 0;       // in the unit of `unit`
};

const char* to_text(Alarm alarm);
bool is_about_a_drive(Alarm alarm);
// Of a limit `seen` is where the joint would come to rest; infinity: nowhere.
// "its position jumped: 0.09 rad, limit 0.0044 rad; stopped by category 0: power off, brakes on". `revolute`: of the drive.
// `more`: what is known besides.
std::string describe(const AlarmRecord& record, bool revolute, const std::string& more = "");

}  // namespace tauforge::control
