#include "tauforge/commission/record.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ctime>

#include "tauforge/compiler/pipeline.h"
#include "tauforge/diagnostic/content_hash.h"

namespace tauforge::commission {

const char* to_text(Step step) {
  switch (step) {
    case Step::dry_run: return "dry-run";
    case Step::encoders: return "encoders";
    case Step::torques: return "torques";
    case Step::brakes: return "brakes";
    case Step::emergency_stop: return "emergency-stop";
    case Step::gravity: return "gravity";
    case Step::slow: return "slow";
    case Step::full_speed: return "full-speed";
  }
  return "";
}

const char* explained(Step step) {
  switch (step) {
    case Step::dry_run:
      return "Nothing is written but zero volts without power. The cards have to answer, the button must not be "
             "pressed, the "
             "brakes must say that they are engaged, and nothing may move.";
    case Step::encoders:
      return "The brakes are released for about half a second per joint; the drives carry the weight of the arm and "
             "push the "
             "joint a little (about 2 % of its largest torque, at most 10 %, besides friction). Encoders have to say "
             "the same as the "
             "potentiometers. "
             "Stay away from the arm: until the next step nobody knows in which direction the drives push.";
    case Step::torques:
      return "One joint after the other is pushed forwards and backwards (about 2 % of its largest torque, at most 10 "
             "%, "
             "besides friction) while the "
             "drives carry the arm. How it accelerates says in which direction and how strongly the drive pushes.";
    case Step::brakes:
      return "The brakes hold the arm for a second without power, then against 5 % of the largest torque of each "
             "joint and its friction, in "
             "both directions.";
    case Step::emergency_stop:
      return "The brakes are released and the drives hold the arm where it is. Press the emergency stop: it has to be "
             "seen, "
             "and the arm has to be stopped.";
    case Step::gravity:
      return "The brakes are released and the drives carry the weight of the arm by the model alone, at most 0.6 "
             "seconds each with "
             "10, 30, 60 and 100 % of the torque. The arm may not sink or rise.";
    case Step::slow: return "All joints move by a tenth of their range, at a tenth of their speed.";
    case Step::full_speed: return "They move as far again, as fast as their limits allow.";
  }
  return "";
}

const char* to_text(Verdict verdict) {
  return verdict == Verdict::passed ? "passed" : verdict == Verdict::failed ? "failed" : "declined";
}

bool Record::passed() const {
  return std::all_of(all_steps.begin(), all_steps.end(),
                     [&](Step step) {
                       return std::any_of(steps.begin(), steps.end(),
                                          [&](const StepRecord& record) { return record.step == step; });
                     }) &&
         failed() == nullptr;
}

const StepRecord* Record::failed() const {
  for (const StepRecord& step : steps)
    if (step.verdict != Verdict::passed) return &step;
  return nullptr;
}

std::vector<std::string> differences(const Fingerprints& recorded, const Fingerprints& now) {
  std::vector<std::string> list;
  const auto compare = [&](const char* what, const std::string& then, const std::string& today) {
    if (then != today) list.push_back(fmt::format("{}: {} then, {} now", what, then, today));
  };
  compare("the robot's description", recorded.robot, now.robot);
  compare("the machine file", recorded.machine, now.machine);
  compare("the code", recorded.code, now.code);
  return list;
}

std::string refused_from(Step from, const Record* earlier, const Fingerprints& now) {
  if (from == all_steps.front()) return "";
  if (!earlier) return "there is no record of the steps before it";
  if (const auto others = differences(earlier->hashes, now); !others.empty())
    return fmt::format("the record of the steps before it is about something else ({})", fmt::join(others, "; "));
  for (const Step step : all_steps) {
    const auto passed = [&](const StepRecord& s) { return s.step == step && s.verdict == Verdict::passed; };
    if (step < from && std::none_of(earlier->steps.begin(), earlier->steps.end(), passed))
      return fmt::format("step {} was not passed", to_text(step));
  }
  return "";
}

std::string hash_of(const std::string& bytes) { return diagnostic::content_hash(bytes); }

std::string hash_of(const robot::Robot& robot) {
  std::string text = compiler::source_hash(robot);
  for (const robot::LimitsDescription& limits : robot.limits)
    for (const std::optional<double>& limit :
         {limits.lower, limits.upper, limits.velocity, limits.acceleration, limits.torque})
      text += limit ? fmt::format(" {:.17g}", *limit) : " -";
  return hash_of(text);
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

}  // namespace tauforge::commission
