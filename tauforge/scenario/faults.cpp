#include "tauforge/scenario/faults.h"

#include <algorithm>
#include <bit>

namespace tauforge::scenario {

namespace {

bool lasts(const Fault& fault, Nanoseconds now) { return now >= fault.at && now - fault.at < fault.lasting; }

}  // namespace

FaultyMachine::FaultyMachine(const Machine& machine, const Scenario& scenario, executive::Ring<Truth>& truth,
                             Clock clock)
    : hardware_(machine.hardware),
      virtual_robot_(machine.virtual_robot),
      scenario_(scenario),
      faults_(scenario.faults),
      done_(faults_.size()),
      switched_(scenario.outputs.size()),
      pulses_(machine.hardware.drives()),
      base_(scenario.machine.payload),
      truth_(truth),
      clock_(machine.virtual_robot ? clock : nullptr),
      counts_(machine.hardware.drives()),
      slipped_(machine.hardware.drives()) {}

void FaultyMachine::read(std::int64_t now, control::Reading& reading) noexcept {
  std::uint64_t frozen = 0, hot = 0, no_index = 0;  // bit i for drive i: several faults may concern the same one
  for (std::size_t k = 0; k < faults_.size() && faults_[k].at <= now; ++k) {
    const Fault& fault = faults_[k];
    const std::uint64_t drive = lasts(fault, now) ? std::uint64_t{1} << fault.drive : 0;
    if (fault.kind == FaultKind::sensor_freezes) frozen |= drive;
    if (fault.kind == FaultKind::motor_hot) hot |= drive;
    if (fault.kind == FaultKind::index_missing) no_index |= drive;
    if (done_[k]) continue;
    done_[k] = true;
    if (fault.kind == FaultKind::encoder_jumps) jump(fault.drive, fault.counts);
    if (fault.kind != FaultKind::payload || !virtual_robot_) continue;
    base_ = fault.payload;
    if (fault.told_after) known_base_ = fault.payload;
    carry(now, fault.told_after);
  }
  for (std::size_t j = 0; virtual_robot_ && j < drives(); ++j) virtual_robot_->freeze_encoder(j, frozen >> j & 1u);
  const Nanoseconds before = clock_ ? clock_() : 0;
  hardware_.read(now, reading);
  computing_time_ = clock_ ? clock_() - before : 0;
  reading.hot |= hot;
  for (std::size_t j = 0; j < pulses_.size(); ++j) {
    if (no_index >> j & 1u)
      reading.index_pulses[j] = pulses_[j];
    else
      pulses_[j] = reading.index_pulses[j];
  }
  if (virtual_robot_)
    keep_truth(now);
  else
    falsify(frozen, reading);
}

void FaultyMachine::write(std::int64_t now, std::span<const double> volts, std::uint64_t digital) noexcept {
  hardware_.write(now, volts, digital);
  if (digital != digital_) grasp(now, digital ^ digital_, digital);
  digital_ = digital;
}

// Outputs are switched in the order of the scenario: each change of a line is the next that it has there.
void FaultyMachine::grasp(Nanoseconds now, std::uint64_t changed, std::uint64_t digital) noexcept {
  const auto& outputs = scenario_.outputs;
  std::uint64_t open = changed;
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    const auto& [at, line, on] = outputs[k].switching;
    if (switched_[k] || !(open & line) || static_cast<bool>(digital & line) != on) continue;
    switched_[k] = true, open &= ~line;
    Held& held = held_[static_cast<std::size_t>(std::countr_zero(line))];
    if (on && outputs[k].payload)
      held = {*outputs[k].payload, outputs[k].told_after};
    else if (!on && held.load.m != 0.0)
      held.load = {};
    else
      continue;
    carry(now, held.told_after);
  }
}

void FaultyMachine::carry(Nanoseconds now, std::optional<Nanoseconds> told_after) noexcept {
  spatial::Inertia<double> all = base_, known = known_base_;
  for (const Held& held : held_) {
    all = all + held.load;
    if (held.told_after) known = known + held.load;
  }
  if (virtual_robot_) virtual_robot_->set_payload(all);
  if (!told_after) return;
  const auto& [m, h, I] = known;
  loads_.push({now + *told_after, {m, h.x, h.y, h.z, I.xx, I.yy, I.zz, I.xy, I.yz, I.xz}});
}

void FaultyMachine::jump(std::size_t drive, std::int64_t counts) noexcept {
  if (virtual_robot_)
    virtual_robot_->jump_encoder(drive, counts);
  else
    slipped_[drive] += counts;
}

void FaultyMachine::falsify(std::uint64_t frozen, control::Reading& reading) noexcept {
  for (std::size_t j = 0; j < counts_.size(); ++j) {
    const std::int64_t counted = reading.counts[j];
    if (any_ && (frozen >> j & 1u)) slipped_[j] -= counted - counts_[j];  // lost for good
    counts_[j] = counted;
    reading.counts[j] += slipped_[j];
  }
  any_ = true;
}

void FaultyMachine::keep_truth(Nanoseconds now) noexcept {
  Truth truth;
  truth.time = now;
  const auto keep = [](std::span<const double> from, auto& to) { std::copy(from.begin(), from.end(), to.begin()); };
  keep(virtual_robot_->q(), truth.q), keep(virtual_robot_->qd(), truth.qd), keep(virtual_robot_->torque(), truth.tau);
  truth_.push(truth);
}

void FaultyTask::begin(Nanoseconds now) noexcept {
  hangs_ = 0;
  bool poisoned = false;
  for (std::size_t k = 0; k < faults_.size() && faults_[k].at <= now; ++k) {
    poisoned = poisoned || (faults_[k].kind == FaultKind::background_nan && lasts(faults_[k], now));
    if (faults_[k].kind != FaultKind::background_hangs || done_[k]) continue;
    done_[k] = true;
    hangs_ = std::max(hangs_, faults_[k].lasting);
  }
  model_.poison(poisoned);
  task_.begin(now);
}

bool FaultyTask::finish(Nanoseconds now) noexcept {
  if (wait_ && hangs_ > 0) wait_(hangs_);
  return task_.finish(now);
}

void LoadTask::begin(Nanoseconds now) noexcept {
  for (;;) {
    if (!waits_) waits_ = loads_.pop(waiting_);
    if (!waits_ || waiting_.told_at > now) return;
    next_ = waiting_.payload, waits_ = false;
  }
}

bool LoadTask::finish(Nanoseconds) noexcept {
  if (next_ == told_) return true;
  for (control::Model* model : models_) model->carry(next_);
  told_ = next_;
  return true;
}

}  // namespace tauforge::scenario
