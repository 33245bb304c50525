#include "tauforge/scenario/faults.h"

#include <algorithm>

namespace tauforge::scenario {

namespace {

bool lasts(const Fault& fault, Nanoseconds now) { return now >= fault.at && now - fault.at < fault.lasting; }

}  // namespace

void FaultyMachine::read(std::int64_t now, control::Reading& reading) noexcept {
  std::uint64_t frozen = 0;  // bit i for drive i: several faults may freeze the same one
  for (std::size_t k = 0; k < faults_.size() && faults_[k].at <= now; ++k) {
    const Fault& fault = faults_[k];
    if (fault.kind == FaultKind::sensor_freezes && lasts(fault, now)) frozen |= std::uint64_t{1} << fault.drive;
    if (done_[k]) continue;
    done_[k] = true;
    if (fault.kind == FaultKind::encoder_jumps) robot_.jump_encoder(fault.drive, fault.counts);
    if (fault.kind == FaultKind::payload) robot_.set_payload(fault.payload);
  }
  for (std::size_t j = 0; j < drives(); ++j) robot_.freeze_encoder(j, frozen >> j & 1u);
  robot_.read(now, reading);
  Truth truth;
  truth.time = now;
  std::copy(robot_.q().begin(), robot_.q().end(), truth.q.begin());
  std::copy(robot_.qd().begin(), robot_.qd().end(), truth.qd.begin());
  const auto tau = robot_.torque();
  std::copy(tau.begin(), tau.end(), truth.tau.begin());
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
