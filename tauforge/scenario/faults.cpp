#include "tauforge/scenario/faults.h"

#include <algorithm>

namespace tauforge::scenario {

void FaultyTask::begin(Nanoseconds now) noexcept {
  hangs_ = 0;
  bool poisoned = false;
  Nanoseconds late = 0;
  for (std::size_t k = 0; k < faults_.size() && faults_[k].at <= now; ++k) {
    poisoned = poisoned || (faults_[k].kind == FaultKind::background_nan && faults_[k].lasts(now));
    if (faults_[k].kind == FaultKind::background_late && faults_[k].lasts(now)) late += faults_[k].by;
    if (faults_[k].kind != FaultKind::background_hangs || done_[k]) continue;
    done_[k] = true;
    hangs_ = std::max(hangs_, faults_[k].lasting);
  }
  hangs_ += late;
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
