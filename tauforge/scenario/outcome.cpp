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
    case FaultKind::motor_hot: return fmt::format("fault: the thermal switch of {} opens {}", drive, lasting);
    case FaultKind::payload: return fmt::format("fault: the payload becomes {:.4g} kg", fault.payload.m);
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
  const std::size_t count = outcome.samples.size();
  if (count == 0) return d;
  const auto error_at = [&](std::size_t k) {
    const auto& sample = outcome.samples[k];
    return (outcome.knows_truth() ? outcome.truth[k].q[drive] : sample.q[drive]) - sample.q_d[drive];
  };
  for (std::size_t k = 0; k < count; ++k) {
    const auto& sample = outcome.samples[k];
    const double error = error_at(k), torque = sample.tau[drive];
    d.largest_error = std::max(d.largest_error, std::abs(error)), d.rms_error += error * error;
    d.largest_torque = std::max(d.largest_torque, std::abs(torque)), d.rms_torque += torque * torque;
    lowest = std::min(lowest, sample.q_d[drive]), highest = std::max(highest, sample.q_d[drive]);
    d.final_error = error;
  }
  d.rms_error = std::sqrt(d.rms_error / static_cast<double>(count));
  d.rms_torque = std::sqrt(d.rms_torque / static_cast<double>(count));
  d.range = highest - lowest;
  std::size_t settled = count;
  while (settled > 0 && std::abs(error_at(settled - 1)) <= 0.01 * d.largest_error) --settled;
  d.settled = settled == count ? -1.0 : 1e-9 * static_cast<double>(outcome.samples[settled].time);
  return d;
}

}  // namespace

void Collector::collect() {
  control::LoopSample sample;
  while (experiment_.samples.pop(sample)) {
    if (sample.alarm != control::Alarm::none && !alarmed_) {
      const auto& name = scenario_.robot.drives[experiment_.guard().drive()];
      outcome_.stopped = Event{sample.time, fmt::format("{}: {}", name, to_text(sample.alarm))};
      outcome_.events.push_back({sample.time, "stopped: " + outcome_.stopped->what});
      alarmed_ = true;
    }
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
  for (std::size_t j = 0; j < scenario_.robot.drives.size(); ++j) outcome_.drives.push_back(summary(outcome_, j));
  outcome_.dropped = experiment_.samples.dropped() + experiment_.truth.dropped() + experiment_.timing.dropped();
}

}  // namespace tauforge::scenario
