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

std::string to_text(const Fault& fault, const Scenario& scenario) {
  const double seconds = 1e-9 * static_cast<double>(fault.lasting);
  const std::string lasting = seconds < 1e6 ? fmt::format("for {:.4g} s", seconds) : "for good";
  const std::string drive = fault.drive < scenario.plant.drives.size() ? scenario.plant.drives[fault.drive] : "";
  switch (fault.kind) {
    case FaultKind::background_hangs: return "fault: background tasks hang " + lasting;
    case FaultKind::background_nan: return "fault: background tasks find NaN " + lasting;
    case FaultKind::sensor_freezes: return fmt::format("fault: the encoder of {} freezes {}", drive, lasting);
    case FaultKind::encoder_jumps:
      return fmt::format("fault: the encoder of {} jumps by {} counts", drive, fault.counts);
    case FaultKind::index_missing:
      return fmt::format("fault: the index pulse of {} does not arrive {}", drive, lasting);
    case FaultKind::motor_hot: return fmt::format("fault: the thermal switch of {} opens {}", drive, lasting);
    case FaultKind::payload:
      return fmt::format("fault: the payload becomes {:.4g} kg", fault.payload.m) +
             (fault.told_after ? fmt::format("; told {:.4g} s later", 1e-9 * static_cast<double>(*fault.told_after))
                               : "");
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

DriveOutcome summary(const Outcome& outcome, std::size_t drive) {
  DriveOutcome d;
  double lowest = INFINITY, highest = -INFINITY;
  const std::size_t all = outcome.samples.size();
  std::size_t begin = 0;  // of the motion
  while (begin < all && outcome.samples[begin].phase < control::Phase::moving) ++begin;
  if (begin == all) return d;
  const auto error_at = [&](std::size_t k) {
    const auto& sample = outcome.samples[k];
    return (outcome.knows_truth() ? outcome.truth[k].q[drive] : sample.q[drive]) - sample.q_d[drive];
  };
  for (std::size_t k = begin; k < all; ++k) {
    const auto& sample = outcome.samples[k];
    const double error = error_at(k), torque = sample.tau[drive];
    d.largest_error = std::max(d.largest_error, std::abs(error)), d.rms_error += error * error;
    d.largest_torque = std::max(d.largest_torque, std::abs(torque)), d.rms_torque += torque * torque;
    lowest = std::min(lowest, sample.q_d[drive]), highest = std::max(highest, sample.q_d[drive]);
    d.final_error = error;
  }
  d.rms_error = std::sqrt(d.rms_error / static_cast<double>(all - begin));
  d.rms_torque = std::sqrt(d.rms_torque / static_cast<double>(all - begin));
  d.range = highest - lowest;
  std::size_t settled = all;
  while (settled > begin && std::abs(error_at(settled - 1)) <= 0.01 * d.largest_error) --settled;
  const Nanoseconds began = outcome.motion_began.value_or(0);
  d.settled = settled == all ? -1.0 : 1e-9 * static_cast<double>(outcome.samples[settled].time - began);
  return d;
}

}  // namespace

Collector::Collector(Experiment& experiment, const Scenario& scenario, Outcome& outcome)
    : experiment_(experiment), scenario_(scenario), outcome_(outcome), longest_start_(experiment.longest_start()) {
  if (!scenario.starts_up()) outcome.motion_began = 0;
}

Nanoseconds Collector::end() const {
  constexpr Nanoseconds afterwards = 1'000'000'000;  // to see that a stopped arm rests
  const Nanoseconds duration = nanoseconds(scenario_.duration);
  if (outcome_.motion_began) return *outcome_.motion_began + duration;
  const Nanoseconds latest = longest_start_ + duration;
  return outcome_.stopped ? std::min(outcome_.stopped->time + afterwards, latest) : latest;
}

void Collector::collect() {
  control::LoopSample sample;
  while (experiment_.samples.pop(sample)) {
    if (sample.alarm != control::Alarm::none && !alarmed_) {
      const auto& name = scenario_.robot.drives[experiment_.guard().drive()];
      outcome_.stopped = Event{sample.time, fmt::format("{}: {}", name, to_text(sample.alarm))};
      if (sample.alarm == control::Alarm::not_homed)
        outcome_.stopped->what +=
            fmt::format(": {}", describe(experiment_.sequence().homing()->fault(experiment_.guard().drive())));
      outcome_.events.push_back({sample.time, "stopped: " + outcome_.stopped->what});
      alarmed_ = true;
    }
    notice(sample);
    samples_.push_back(sample);
  }
  Truth truth;
  while (experiment_.truth.pop(truth)) truths_.push_back(truth);
  keep_pairs();
  executive::Sample timing;
  while (experiment_.timing.pop(timing)) {
    outcome_.timing.add(timing);
    notice(timing);
  }
}

// Samples and truths come through two rings, either of which may have dropped one: only what is of the same time is kept.
void Collector::keep_pairs() {
  if (!experiment_.machine().virtual_robot) {
    outcome_.samples.insert(outcome_.samples.end(), samples_.begin(), samples_.end());
    samples_.clear();
  }
  while (!samples_.empty() && !truths_.empty() && !outcome_.diverged) {
    const Nanoseconds sample = samples_.front().time, truth = truths_.front().time;
    if (sample == truth && !finite(truths_.front())) outcome_.diverged = truth;
    if (sample == truth && !outcome_.diverged) {
      outcome_.samples.push_back(samples_.front());
      outcome_.truth.push_back(truths_.front());
    }
    if (sample <= truth) samples_.pop_front();
    if (truth <= sample) truths_.pop_front();
  }
}

void Collector::notice(const executive::Sample& sample) {
  if (sample.action == action_) return;
  action_ = sample.action;
  outcome_.events.push_back({sample.begin, to_text(action_)});
  if (action_ == Action::stop && !outcome_.stopped)
    outcome_.stopped = Event{sample.begin, "steps were late, or the model was old"};
}

void Collector::notice(const control::LoopSample& sample) {
  ++rows_;
  const bool around = scenario_.starts_up() || scenario_.sequence.brakes_at_end;
  if (around && (!any_ || sample.phase != phase_)) {
    outcome_.events.push_back({sample.time, to_text(sample.phase)});
    if (!outcome_.motion_began && sample.phase >= control::Phase::moving) {
      outcome_.motion_began = sample.time;
      outcome_.events.back().what += fmt::format(" (data row {} of the log)", rows_);
    }
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
    outcome_.events.push_back({sample.time, fmt::format("output {} {}", output.name, on ? "on" : "off")});
    changed &= ~line;
  }
}

void Collector::look_at_homing() {
  const control::Sequence& sequence = experiment_.sequence();
  const control::Homing* homing = sequence.homing();
  if (!homing) return;
  std::size_t end = 0;  // the first sample after it
  while (end < outcome_.samples.size() && outcome_.samples[end].phase == control::Phase::homing) ++end;
  for (std::size_t j = 0; j < scenario_.robot.drives.size(); ++j) {
    const Nanoseconds time = sequence.homed_after(j);
    HomingOutcome found{homing->fault(j), time < 0 ? -1.0 : 1e-9 * static_cast<double>(time), homing->revolution(j),
                        homing->residual(j), 0.0};
    if (outcome_.knows_truth() && end > 0) {
      const std::size_t k = std::min(end, outcome_.samples.size() - 1);
      found.error = outcome_.samples[k].q[j] - outcome_.truth[k].q[j];
    }
    outcome_.homing.push_back(found);
  }
}

void Collector::finish() {
  experiment_.loop().finish();
  collect();
  std::vector<Event> events;  // faults before what they cause
  auto* const robot = experiment_.machine().virtual_robot;
  for (const Fault& fault : scenario_.faults) {
    const bool possible = robot || fault.kind != FaultKind::payload;
    if (fault.at <= outcome_.end_time())
      events.push_back(
          {fault.at, (possible ? "" : "left out, the machine is not virtual: ") + to_text(fault, scenario_)});
  }
  outcome_.events.insert(outcome_.events.begin(), events.begin(), events.end());
  std::stable_sort(outcome_.events.begin(), outcome_.events.end(),
                   [](const Event& a, const Event& b) { return a.time < b.time; });
  if (robot) outcome_.energy = robot->audit();
  look_at_homing();
  if (!outcome_.motion_began && !outcome_.stopped && outcome_.end_time() + scenario_.executive.period >= end())
    outcome_.stopped = {outcome_.end_time(), "the way to where the motion begins took too long: was the homing right?"};
  for (std::size_t j = 0; j < scenario_.robot.drives.size(); ++j) outcome_.drives.push_back(summary(outcome_, j));
  outcome_.calls = experiment_.calls();
  outcome_.dropped = experiment_.samples.dropped() + experiment_.truth.dropped() + experiment_.timing.dropped();
}

}  // namespace tauforge::scenario
