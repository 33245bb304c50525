#include "tauforge/scenario/outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tauforge::scenario {

namespace {

using executive::Action;

const char* to_text(Action action) {
  switch (action) {
    case Action::full: return "the law with its model";
    case Action::degraded: return "degraded: PD with gravity";
    case Action::hold: return "holding the last command";
    case Action::stop: return "stopped";
  }
  return "";
}

const char* to_text(control::Phase phase) {
  switch (phase) {
    case control::Phase::held: return "held by brakes and drives";
    case control::Phase::homing: return "homing";
    case control::Phase::approaching: return "on the way to where the motion begins";
    case control::Phase::moving: return "the motion begins";
    case control::Phase::braked: return "the motion is over: brakes";
    case control::Phase::resting: return "held by brakes alone";
  }
  return "";
}

bool finite(const Truth& truth) {
  const auto is_finite = [](double x) { return std::isfinite(x); };
  return std::all_of(truth.q.begin(), truth.q.end(), is_finite) &&
         std::all_of(truth.qd.begin(), truth.qd.end(), is_finite);
}

}  // namespace

Collector::Collector(Experiment& experiment, const Scenario& scenario, Outcome& outcome, SampleTaker taker)
    : experiment_(experiment),
      scenario_(scenario),
      outcome_(outcome),
      taker_(std::move(taker)),
      figures_(scenario.robot.drives.size()),
      error_of_homing_(scenario.robot.drives.size()),
      longest_start_(experiment.longest_start()) {
  outcome.events.reserve(most_events);  // memory that grows while the loop runs would disturb it
  if (!scenario.starts_up()) outcome.motion_began = 0;
}

Nanoseconds Collector::end() const {
  constexpr Nanoseconds afterwards = 3'000'000'000;  // to see that a stopped arm rests
  const Nanoseconds duration = nanoseconds(scenario_.duration);
  if (outcome_.motion_began) return *outcome_.motion_began + duration;
  const Nanoseconds latest = longest_start_ + duration;
  return outcome_.stopped ? std::min(outcome_.stopped->time + afterwards, latest) : latest;
}

void Collector::collect() {
  collect_samples();
  executive::Sample timing;
  while (experiment_.timing.pop(timing)) {
    outcome_.timing.add(timing);
    notice(timing);
  }
}

bool Collector::next_sample() {
  has_sample_ = experiment_.samples.pop(sample_);
  if (!has_sample_) return false;
  if (sample_.alarm.alarm != control::Alarm::none && !alarmed_) notice(sample_.alarm);
  notice(sample_);
  return true;
}

// Samples and truths come through two rings, either of which may have dropped one: only what is of the same time is kept.
// One of each is out of its ring at a time: a thread that had to wait for long finds thousands of them, and memory for so
// many, once taken, would not go back.
void Collector::collect_samples() {
  while (has_sample_ || next_sample()) {
    if (!experiment_.machine().virtual_robot) {
      keep(sample_, nullptr);
      has_sample_ = false;
      continue;
    }
    if (!has_truth_ && !(has_truth_ = experiment_.truth.pop(truth_))) return;
    const bool same = sample_.time == truth_.time, late = sample_.time < truth_.time;
    if (same && !outcome_.diverged && !finite(truth_)) outcome_.diverged = truth_.time;
    if (same && !outcome_.diverged) keep(sample_, &truth_);
    if (same || late) has_sample_ = false;
    if (same || !late) has_truth_ = false;
  }
}

void Collector::notice(const control::AlarmRecord& alarm) {
  alarmed_ = true;
  const robot::Robot& robot = scenario_.robot;
  const bool of_joint = alarm.alarm == control::Alarm::limit;
  const bool turns =
      of_joint ? robot.tree.is_revolute(alarm.joint) : !robot.tree.direct || robot.tree.is_revolute(alarm.drive);
  const char* more =
      alarm.alarm == control::Alarm::not_homed ? describe(experiment_.sequence().homing()->fault(alarm.drive)) : "";
  std::string what = control::describe(alarm, turns, more);
  if (control::is_about_a_drive(alarm.alarm))
    what = (of_joint ? robot.joints[alarm.joint] : robot.drives[alarm.drive]) + ": " + what;
  outcome_.alarm = alarm;
  outcome_.stopped = Event{alarm.time, what};
  note({alarm.time, "stopped: " + what});
}

void Collector::keep(const control::LoopSample& sample, const Truth* truth) {
  ++outcome_.sample_count, outcome_.last_sample = sample.time;
  figures_.add(sample, truth);
  if (homing_) {
    homing_ = sample.phase == control::Phase::homing;
    const bool any = outcome_.sample_count > 1 || homing_;
    for (std::size_t j = 0; j < error_of_homing_.size(); ++j)
      error_of_homing_[j] = truth && any ? sample.q[j] - truth->q[j] : 0.0;
  }
  if (taker_) {
    enough_ = !taker_(sample, truth) || enough_;
    return;
  }
  outcome_.samples.push_back(sample);
  if (truth) outcome_.truth.push_back(*truth);
}

void Collector::note(Event event) {
  if (outcome_.events.size() < most_events)
    outcome_.events.push_back(std::move(event));
  else
    ++outcome_.events_left_out;
}

void Collector::notice(const executive::Sample& sample) {
  if (sample.action == action_) return;
  action_ = sample.action;
  note({sample.begin, to_text(action_)});  // what stopped it is an alarm; else the run was over
}

void Collector::notice(const control::LoopSample& sample) {
  outcome_.at_rest = sample.stop == control::StopPhase::off;
  ++rows_;
  const bool around = scenario_.starts_up() || scenario_.sequence.brakes_at_end;
  if (around && (!any_ || sample.phase != phase_)) {
    std::string what = to_text(sample.phase);
    if (!outcome_.motion_began && sample.phase >= control::Phase::moving) {
      outcome_.motion_began = sample.time;
      what += fmt::format(" (data row {} of the log)", rows_);
    }
    note({sample.time, std::move(what)});
  }
  phase_ = sample.phase, any_ = true;
  if (sample.digital != digital_) notice_outputs(sample);
  digital_ = sample.digital;
}

void Collector::notice_outputs(const control::LoopSample& sample) {
  std::uint64_t changed = (sample.digital ^ digital_) & ~control::brakes;
  for (const Output& output : scenario_.outputs) {
    const auto& [at, line, on] = output.switching;
    if (!(changed & line) || static_cast<bool>(sample.digital & line) != on) continue;
    note({sample.time, fmt::format("output {} {}", output.name, on ? "on" : "off")});
    changed &= ~line;
  }
}

void Collector::look_at_homing() {
  const control::Sequence& sequence = experiment_.sequence();
  const control::Homing* homing = sequence.homing();
  if (!homing) return;
  for (std::size_t j = 0; j < scenario_.robot.drives.size(); ++j) {
    const Nanoseconds time = sequence.homed_after(j);
    const HomingOutcome found{homing->fault(j), time < 0 ? -1.0 : 1e-9 * static_cast<double>(time),
                              homing->revolution(j), homing->residual(j), error_of_homing_[j]};
    outcome_.homing.push_back(found);
  }
}

void Collector::finish() {
  experiment_.finish();
  collect();
  while (next_sample()) {
  }                           // whose truth never came: an alarm may be among them
  std::vector<Event> events;  // faults before what they cause
  auto* const robot = experiment_.machine().virtual_robot;
  for (const Fault& fault : scenario_.faults) {
    const bool possible = robot || form_of(fault.kind).real;
    if (fault.at <= outcome_.end_time())
      events.push_back({fault.at, std::string(possible ? "" : "left out, the machine is not virtual: ") +
                                      "fault: " + what_happens(fault, scenario_.plant.drives)});
  }
  outcome_.events.insert(outcome_.events.begin(), events.begin(), events.end());
  std::stable_sort(outcome_.events.begin(), outcome_.events.end(),
                   [](const Event& a, const Event& b) { return a.time < b.time; });
  if (robot) outcome_.energy = robot->audit();
  look_at_homing();
  if (!outcome_.motion_began && !outcome_.stopped && outcome_.end_time() + scenario_.executive.period >= end())
    outcome_.stopped = {outcome_.end_time(), "the way to where the motion begins took too long: was the homing right?"};
  outcome_.drives = figures_.outcome(outcome_.motion_began.value_or(0));
  outcome_.calls = experiment_.calls();
  outcome_.dropped = experiment_.samples.dropped() + experiment_.truth.dropped() + experiment_.timing.dropped();
}

}  // namespace tauforge::scenario
