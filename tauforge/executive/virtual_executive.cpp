#include "tauforge/executive/virtual_executive.h"

#include <algorithm>

#include "tauforge/diagnostic/require.h"

namespace tauforge::executive {

using diagnostic::require;

VirtualExecutive::VirtualExecutive(SynchronousTask& task, Nanoseconds period, const Policies& policies,
                                   Schedule& schedule, Ring<Sample>& samples)
    : steps_(task, period, policies, samples), schedule_(schedule), next_(schedule.latency(0)) {}

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
  if (schedule_.acknowledges(steps_.number())) steps_.acknowledge();
  began_ = next_;
  next_ += schedule_.computation(steps_.number(), steps_.begin(began_));
  running_ = true;
}

void VirtualExecutive::end_step() noexcept {
  steps_.end(next_, next_ - began_);
  next_ = steps_.release() + schedule_.latency(steps_.number());
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
