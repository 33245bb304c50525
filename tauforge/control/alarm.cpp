#include "tauforge/control/alarm.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace tauforge::control {

StopCategory category_of(Alarm alarm) noexcept {
  if (alarm == Alarm::none) return StopCategory::none;
  return alarm <= Alarm::pushed ? StopCategory::zero : StopCategory::one;
}

const char* to_text(Alarm alarm) {
  switch (alarm) {
    case Alarm::none: break;
    case Alarm::jumped: return "its position jumped";
    case Alarm::disagrees: return "its encoder and its potentiometer disagree";
    case Alarm::swings: return "it swings around its way, more each time";
    case Alarm::frozen: return "its position stood still while it should move";
    case Alarm::unmoved: return "its position stood still though friction cannot hold its torque";
    case Alarm::cards_silent: return "the cards had nothing new for too long";
    case Alarm::cards_failed: return "the cards failed";
    case Alarm::clock: return "the clock stood still or went back";
    case Alarm::pushed: return "it moves otherwise than its torques say";
    case Alarm::limit: return "it would pass the limit of its joint";
    case Alarm::too_fast: return "it was too fast";
    case Alarm::away: return "it left the envelope around its way";
    case Alarm::torque: return "its torque was more than it may be told";
    case Alarm::torque_rate: return "its torque changed faster than it may";
    case Alarm::not_finite: return "its torque was not a number";
    case Alarm::hot: return "its thermal switch opened";
    case Alarm::not_homed: return "it could not be homed";
    case Alarm::late: return "too many releases in a row were missed";
    case Alarm::old_model: return "the model was too old";
    case Alarm::late_steps: return "a step was late";
    case Alarm::emergency_stop: return "the emergency stop was pressed";
  }
  return "no alarm";
}

bool is_about_a_drive(Alarm alarm) {
  switch (alarm) {
    case Alarm::none:
    case Alarm::cards_silent:
    case Alarm::cards_failed:
    case Alarm::clock:
    case Alarm::late:
    case Alarm::old_model:
    case Alarm::late_steps:
    case Alarm::emergency_stop: return false;
    default: return true;
  }
}

namespace {

// The unit of `seen` and `limit`; nothing: they say nothing.
const char* unit_of(Alarm alarm, bool revolute) {
  switch (alarm) {
    case Alarm::jumped:
    case Alarm::disagrees:
    case Alarm::swings:
    case Alarm::frozen:
    case Alarm::limit:
    case Alarm::away: return revolute ? "rad" : "m";
    case Alarm::too_fast: return revolute ? "rad/s" : "m/s";
    case Alarm::unmoved:
    case Alarm::pushed:
    case Alarm::torque: return revolute ? "N m" : "N";
    case Alarm::torque_rate: return revolute ? "N m/s" : "N/s";
    case Alarm::cards_silent:
    case Alarm::late: return "periods";
    case Alarm::clock:
    case Alarm::old_model: return "s";
    default: return nullptr;
  }
}

}  // namespace

std::string describe(const AlarmRecord& record, bool revolute, const std::string& more) {
  std::string text = std::string(to_text(record.alarm)) + (more.empty() ? "" : ": " + more);
  if (const char* unit = unit_of(record.alarm, revolute)) {
    std::array<char, 128> numbers{};
    if (record.alarm == Alarm::limit && !std::isfinite(record.seen))
      std::snprintf(numbers.data(), numbers.size(), ": its drives cannot bring it to rest, limit %.4g %s", record.limit,
                    unit);
    else
      std::snprintf(numbers.data(), numbers.size(), ": %.4g %s, limit %.4g %s", record.seen, unit, record.limit, unit);
    text += numbers.data();
  }
  switch (record.acted) {
    case StopCategory::none: break;
    case StopCategory::one: text += "; stopped by category 1: brought to rest, then brakes"; break;
    case StopCategory::zero: text += "; stopped by category 0: power off, brakes on"; break;
  }
  return text;
}

}  // namespace tauforge::control
