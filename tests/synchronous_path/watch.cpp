#include "watch.h"

#include "tauforge/executive/realtime_executive.h"
#include "watched_system_calls.h"

namespace tauforge::test {

using namespace tauforge::executive;

namespace {

class WatchedTask : public SynchronousTask {
 public:
  WatchedTask(SynchronousTask& task, std::uint64_t from, std::uint64_t steps, Watched& watched)
      : task_(task), from_(from), steps_(steps), watched_(watched) {}

  // Called once in every period, so what lies between two calls is a whole one.
  Nanoseconds receive(Nanoseconds now) noexcept override {
    if (step_ == 0) watched_.impossible = system_calls_.install();
    if (step_ == from_) {
      begin_counting();
      system_calls_.begin();
    }
    if (step_ == from_ + steps_) {
      system_calls_.end();
      watched_.calls = end_counting();
      watched_.system_calls = system_calls_.calls();
      watched_.steps = steps_;
    }
    ++step_;
    return task_.receive(now);
  }
  bool alarmed() const noexcept override { return task_.alarmed(); }
  void acknowledge() noexcept override { task_.acknowledge(); }
  void full(Nanoseconds now) noexcept override { task_.full(now); }
  void degraded(Nanoseconds now) noexcept override { task_.degraded(now); }
  void stop(Nanoseconds now) noexcept override { task_.stop(now); }
  void apply(Nanoseconds now) noexcept override { task_.apply(now); }

 private:
  SynchronousTask& task_;
  std::uint64_t from_, steps_, step_ = 0;
  Watched& watched_;
  WatchedSystemCalls system_calls_;
};

struct UntilWatched : Observer {
  explicit UntilWatched(std::uint64_t wanted) : missing(wanted) {}
  std::uint64_t missing;
  RealtimeExecutive* executive = nullptr;
  void observe(std::span<const Sample> news) override {
    missing -= std::min<std::uint64_t>(missing, news.size());
    if (missing == 0) executive->stop();
  }
};

}  // namespace

Watched watch(SynchronousTask& task, Nanoseconds period, const Policies& policies, const Background& background,
              std::uint64_t steps, std::uint64_t not_watched) {
  Watched watched;
  if (!calls_can_be_counted()) {
    watched.impossible = "a sanitizer stands before malloc";
    return watched;
  }
  WatchedTask watched_task(task, not_watched, steps, watched);
  UntilWatched observer(not_watched + steps + 2);
  RealtimeExecutive executive(watched_task, period, policies, {}, observer);
  observer.executive = &executive;
  for (const auto& [other, its_period] : background) executive.add(*other, its_period);
  executive.run(INT64_MAX / 2);
  return watched;
}

}  // namespace tauforge::test
