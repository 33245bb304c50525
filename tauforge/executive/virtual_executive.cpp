#include "tauforge/executive/virtual_executive.h"

#include <algorithm>

#include "tauforge/diagnostic/require.h"

namespace tauforge::executive {

using diagnostic::require;

namespace {

// The number of the first multiple of the period that is not before t.
std::int64_t multiple_from(Nanoseconds t, Nanoseconds period) { return (t + period - 1) / period; }

}  // namespace

VirtualExecutive::VirtualExecutive(SynchronousTask& task, Nanoseconds period, const Policies& policies,
                                   Schedule& schedule, Ring<Sample>& samples)
    : task_(task), period_(period), supervisor_(policies), schedule_(schedule), samples_(samples) {
  require(period > 0 && policies.recovery >= 0, "a period above zero, and no negative count of releases");
  next_ = schedule_.latency(0);
}

void VirtualExecutive::add(BackgroundTask& task, Nanoseconds period) {
  require(period > 0, "a period above zero");
  background_.push_back({.task = &task, .period = period});
}

void VirtualExecutive::run(Nanoseconds until) noexcept {
  for (;;) {
    // the first event; at the same instant ends before begins, then the synchronous task, then the order of add()
    Nanoseconds time = next_;
    int rank = running_ ? 0 : 2;
    Background* first = nullptr;
    for (Background& b : background_) {
      const int rank_b = b.running ? 1 : 3;
      if (b.next < time || (b.next == time && rank_b < rank)) time = b.next, rank = rank_b, first = &b;
    }
    if (time > until) return;
    if (first) {
      advance(*first, static_cast<std::size_t>(first - background_.data()));
    } else if (running_) {
      end_step();
    } else {
      begin_step();
    }
  }
}

void VirtualExecutive::begin_step() noexcept {
  if (schedule_.acknowledges(release_)) supervisor_.acknowledge();
  sample_ = Sample{};
  sample_.release = release_ * period_;
  sample_.begin = next_;
  sample_.model_age = next_ - task_.receive(next_);
  sample_.action = supervisor_.begin(sample_.model_age);
  switch (sample_.action) {
    case Action::full: task_.full(next_); break;
    case Action::degraded: task_.degraded(next_); break;
    case Action::stop: task_.stop(next_); break;
    case Action::hold: break;
  }
  next_ += schedule_.computation(release_, sample_.action);
  running_ = true;
}

void VirtualExecutive::end_step() noexcept {
  sample_.end = next_;
  const bool in_time = sample_.end <= sample_.release + period_;
  if (!in_time) sample_.overrun = sample_.computation() > period_ ? Overrun::computation : Overrun::scheduling;
  sample_.outcome = supervisor_.end(sample_.action, in_time);
  if (sample_.outcome == Outcome::stopped && sample_.action != Action::stop) task_.stop(next_);
  if (sample_.outcome != Outcome::discarded) task_.apply(next_);

  const std::int64_t following = std::max(release_ + 1, multiple_from(next_, period_));
  sample_.lost = following - release_ - 1;
  samples_.push(sample_);
  release_ = following;
  next_ = release_ * period_ + schedule_.latency(release_);
  running_ = false;
}

void VirtualExecutive::advance(Background& b, std::size_t index) noexcept {
  if (!b.running) {
    b.task->begin(b.next);
    b.next += schedule_.background(index, b.runs);
  } else {
    if (!b.task->finish(b.next)) ++unusable_;
    ++b.runs;
    b.turn = std::max(b.turn + 1, multiple_from(b.next, b.period));
    b.next = b.turn * b.period;
  }
  b.running = !b.running;
}

}  // namespace tauforge::executive
