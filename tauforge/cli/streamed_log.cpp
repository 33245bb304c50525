#include "tauforge/cli/streamed_log.h"

#include <algorithm>
#include <chrono>

#include "tauforge/executive/realtime_thread.h"

namespace tauforge::cli {

namespace {

std::size_t rows_of_half_a_minute(scenario::Nanoseconds period) {
  constexpr scenario::Nanoseconds half_a_minute = 30'000'000'000;
  return static_cast<std::size_t>(std::clamp<scenario::Nanoseconds>(half_a_minute / period, 1 << 12, 1 << 17));
}

}  // namespace

StreamedLog::StreamedLog(const std::string& path, const scenario::Scenario& scenario, bool knows_truth)
    : log_(path, scenario, knows_truth),
      rows_(rows_of_half_a_minute(scenario.executive.period), std::vector<double>(log_.columns())),
      row_(log_.columns()),
      failed_(!log_.refusal().empty()) {
  if (!failed()) writer_ = std::thread([this] { write(); });
}

StreamedLog::~StreamedLog() { end(); }

void StreamedLog::end() {
  over_.store(true, std::memory_order_release);
  if (writer_.joinable()) writer_.join();
}

void StreamedLog::take(const control::LoopSample& sample, const scenario::Truth* truth) {
  if (failed()) return;
  if (!any_) niceness_.store(executive::niceness_of_this_thread(), std::memory_order_relaxed);
  any_ = true;
  log_.values(sample, truth, row_);
  rows_.push(row_);
}

void StreamedLog::write() {
  using std::chrono::steady_clock;
  constexpr auto nap = std::chrono::milliseconds(5);
  constexpr auto flush_every = std::chrono::seconds(1);  // for those who look at the file meanwhile
  std::vector<double> row(log_.columns());
  int niceness = executive::niceness_of_this_thread();
  for (auto flushed = steady_clock::now();;) {
    const bool over = over_.load(std::memory_order_acquire);  // asked first: then the ring holds all that there will be
    while (rows_.pop(row)) log_.row(row);
    if (over) return;
    if (const auto now = steady_clock::now(); now - flushed > flush_every) {
      flushed = now;
      if (!log_.flush()) failed_.store(true, std::memory_order_relaxed);
    }
    // asked once; where it is refused, the room has to do
    if (const int wanted = niceness_.load(std::memory_order_relaxed); wanted < niceness)
      executive::set_niceness_of_this_thread(niceness = wanted);
    std::this_thread::sleep_for(nap);
  }
}

diagnostic::Findings StreamedLog::complete() {
  end();
  return log_.complete();
}

}  // namespace tauforge::cli
