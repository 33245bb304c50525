// The log of a run while it runs, written by a thread of the normal class. Whoever has samples never waits for the disk:
// rows go through a ring, and those that find it full are left out and counted. The ring has room for half a minute, all of
// it taken before the run; and the thread is as favoured as the one that has the samples, which is so only beside a loop
// that it cannot hold back.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "tauforge/cli/scenario_log.h"
#include "tauforge/executive/ring.h"

namespace tauforge::cli {

class StreamedLog {
 public:
  StreamedLog(const std::string& path, const scenario::Scenario& scenario, bool knows_truth);
  StreamedLog(const StreamedLog&) = delete;
  ~StreamedLog();

  // By one thread. Without effect when something is wrong: failed() says so.
  void take(const control::LoopSample& sample, const scenario::Truth* truth);
  bool failed() const { return failed_.load(std::memory_order_relaxed); }
  // After the last sample: waits for what is still to be written, and gives the file its name.
  diagnostic::Findings complete();
  std::uint64_t left_out() const { return rows_.dropped(); }  // rows that the disk was too slow for

 private:
  void write();
  void end();

  ScenarioLog log_;
  executive::Ring<std::vector<double>> rows_;
  std::vector<double> row_;  // on its way into the ring
  std::atomic<bool> over_{false}, failed_{false};
  std::atomic<int> niceness_{0};  // of the thread that has the samples
  bool any_ = false;
  std::thread writer_;
};

}  // namespace tauforge::cli
