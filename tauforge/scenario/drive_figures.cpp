#include "tauforge/scenario/drive_figures.h"

#include <algorithm>
#include <cmath>

namespace tauforge::scenario {

void DriveFigures::add(const control::LoopSample& sample, const Truth* truth) {
  if (count_ == 0 && sample.phase < control::Phase::moving) return;
  const bool leaving = sample.stop != control::StopPhase::none && sample.alarm.alarm == control::Alarm::none;
  if (leaving) return;
  ++count_;
  for (std::size_t j = 0; j < drives_.size(); ++j) {
    Drive& drive = drives_[j];
    DriveOutcome& d = drive.so_far;
    const double error = (truth ? truth->q[j] : sample.q[j]) - sample.q_d[j], torque = sample.tau[j];  // (1)
    d.largest_error = std::max(d.largest_error, std::abs(error)), d.rms_error += error * error;
    d.largest_torque = std::max(d.largest_torque, std::abs(torque)), d.rms_torque += torque * torque;
    d.final_error = error;
    drive.lowest = std::min(drive.lowest, sample.q_d[j]), drive.highest = std::max(drive.highest, sample.q_d[j]);
    const bool above = !(std::abs(error) <= 0.01 * d.largest_error);  // (3)
    if (drive.above && !above) drive.settled = sample.time;           // (2)
    drive.above = above;
  }
}

std::vector<DriveOutcome> DriveFigures::outcome(control::Nanoseconds began) const {
  std::vector<DriveOutcome> all(drives_.size());
  if (count_ == 0) return all;
  for (std::size_t j = 0; j < drives_.size(); ++j) {
    const Drive& drive = drives_[j];
    all[j] = drive.so_far;
    all[j].rms_error = std::sqrt(all[j].rms_error / count_), all[j].rms_torque = std::sqrt(all[j].rms_torque / count_);
    all[j].range = drive.highest - drive.lowest;
    all[j].settled = drive.above ? -1.0 : 1e-9 * static_cast<double>(drive.settled - began);
  }
  return all;
}

}  // namespace tauforge::scenario
