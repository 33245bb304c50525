// What was found when a machine was put into service: step by step, with figures, limits and verdicts.
//                                                                                            docs/commissioning.md
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/robot/robot.h"

namespace tauforge::commission {

enum class Step : std::uint8_t { dry_run, encoders, torques, brakes, emergency_stop, gravity, slow, full_speed };
inline constexpr std::array all_steps = {Step::dry_run,        Step::encoders, Step::torques, Step::brakes,
                                         Step::emergency_stop, Step::gravity,  Step::slow,    Step::full_speed};
const char* to_text(Step step);    // "dry-run"
const char* explained(Step step);  // what happens, and what it is good for

enum class Verdict : std::uint8_t { passed, failed, declined };
const char* to_text(Verdict verdict);

// Something that was measured, and between which limits it had to be; infinity: it was only noted.
struct Figure {
  std::string what, joint;  // no joint: of the machine
  double seen = 0;
  double lowest = -std::numeric_limits<double>::infinity(), highest = std::numeric_limits<double>::infinity();
  std::string unit;

  bool fine() const { return seen >= lowest && seen <= highest; }  // a NaN is not
};

struct StepRecord {
  Step step = Step::dry_run;
  Verdict verdict = Verdict::passed;
  std::string began;   // UTC, 2026-01-31T12:00:00Z
  double seconds = 0;  // of the machine's time
  std::vector<Figure> figures;
  std::vector<std::string> notes;  // what could not be judged, and why
  std::string joint, why, mend;    // of a failure: where, what was seen, what to look at
};

// What a record is about: with anything else it says nothing.
struct Fingerprints {
  std::string robot;    // of the description
  std::string machine;  // of the machine file; "virtual"
  std::string code;     // of the files of generated code, or of the templates
};

struct Record {
  std::string robot;   // its name
  std::string driver;  // its name; "virtual robot"
  std::string by, date;
  Fingerprints hashes;
  std::vector<StepRecord> steps;

  bool passed() const;               // every step, each in this record
  const StepRecord* failed() const;  // the one that ended it
};

// Of all that a robot's file says of the arm and its limits.
std::string hash_of(const robot::Robot& robot);
// In words, what of `now` is not what the record is about; empty: nothing.
std::vector<std::string> differences(const Fingerprints& recorded, const Fingerprints& now);
// Why a procedure must not begin with `from`: the steps before it were not passed, or by something else. Empty: it may.
std::string refused_from(Step from, const Record* earlier, const Fingerprints& now);
std::string hash_of(const std::string& bytes);  // FNV-1a, 16 digits
std::string utc_now();

}  // namespace tauforge::commission
