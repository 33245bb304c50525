// The log of a run while it runs, written by a thread of normal priority. Whoever has samples never waits for the disk:
// rows go through a ring, and those that find it full are left out and counted.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>

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
  struct Row {
    control::LoopSample sample;
    scenario::Truth truth;
    bool known = false;
  };
  static constexpr std::size_t places = 4096;  // 10 MB; four seconds of a loop of 1 kHz

  void write();
  void end();

  ScenarioLog log_;
  executive::Ring<Row> rows_{places};
  Row row_;  // on its way into the ring
  std::atomic<bool> over_{false}, failed_{false};
  std::thread writer_;
};

}  // namespace tauforge::cli
