#include "tauforge/scenario/faults.h"

#include <algorithm>

namespace tauforge::scenario {

namespace {

bool lasts(const Fault& fault, Nanoseconds now) { return now >= fault.at && now - fault.at < fault.lasting; }

}  // namespace

FaultyMachine::FaultyMachine(const Machine& machine, const std::vector<Fault>& faults, executive::Ring<Truth>& truth)
    : hardware_(machine.hardware),
      virtual_robot_(machine.virtual_robot),
      faults_(faults),
      done_(faults.size()),
      truth_(truth),
      counts_(machine.hardware.drives()),
      slipped_(machine.hardware.drives()) {}

void FaultyMachine::read(std::int64_t now, control::Reading& reading) noexcept {
  std::uint64_t frozen = 0, hot = 0;  // bit i for drive i: several faults may concern the same one
  for (std::size_t k = 0; k < faults_.size() && faults_[k].at <= now; ++k) {
    const Fault& fault = faults_[k];
    const std::uint64_t drive = lasts(fault, now) ? std::uint64_t{1} << fault.drive : 0;
    if (fault.kind == FaultKind::sensor_freezes) frozen |= drive;
    if (fault.kind == FaultKind::motor_hot) hot |= drive;
    if (done_[k]) continue;
    done_[k] = true;
    if (fault.kind == FaultKind::encoder_jumps) jump(fault.drive, fault.counts);
    if (fault.kind == FaultKind::payload && virtual_robot_) virtual_robot_->set_payload(fault.payload);
  }
  for (std::size_t j = 0; virtual_robot_ && j < drives(); ++j) virtual_robot_->freeze_encoder(j, frozen >> j & 1u);
  hardware_.read(now, reading);
  reading.hot |= hot;
  if (virtual_robot_)
    keep_truth(now);
  else
    falsify(frozen, reading);
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

}  // namespace tauforge::scenario
