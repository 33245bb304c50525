#include "tauforge/cli/streamed_log.h"

#include <chrono>

namespace tauforge::cli {

StreamedLog::StreamedLog(const std::string& path, const scenario::Scenario& scenario, bool knows_truth)
    : log_(path, scenario, knows_truth), failed_(!log_.refusal().empty()) {
  if (!failed()) writer_ = std::thread([this] { write(); });
}

StreamedLog::~StreamedLog() { end(); }

void StreamedLog::end() {
  over_.store(true, std::memory_order_release);
  if (writer_.joinable()) writer_.join();
}

void StreamedLog::take(const control::LoopSample& sample, const scenario::Truth* truth) {
  if (failed()) return;
  row_.sample = sample, row_.known = truth != nullptr;
  if (truth) row_.truth = *truth;
  rows_.push(row_);
}

void StreamedLog::write() {
  using std::chrono::steady_clock;
  constexpr auto nap = std::chrono::milliseconds(5);
  constexpr auto flush_every = std::chrono::seconds(1);  // for those who look at the file meanwhile
  Row row;
  for (auto flushed = steady_clock::now();;) {
    const bool over = over_.load(std::memory_order_acquire);  // asked first: then the ring holds all that there will be
    while (rows_.pop(row)) log_.row(row.sample, row.known ? &row.truth : nullptr);
    if (over) return;
    if (const auto now = steady_clock::now(); now - flushed > flush_every) {
      flushed = now;
      if (!log_.flush()) failed_.store(true, std::memory_order_relaxed);
    }
    std::this_thread::sleep_for(nap);
  }
}

diagnostic::Findings StreamedLog::complete() {
  end();
  return log_.complete();
}

}  // namespace tauforge::cli
