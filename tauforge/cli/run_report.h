// How a run on the real clock kept time, for people and for programs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tauforge/cli/yardstick.h"
#include "tauforge/executive/measured_run.h"

namespace tauforge::cli {

struct RunReport {
  executive::Nanoseconds period = 0;
  const executive::MeasuredRun& run;
  std::vector<std::string> background_names;
  const Yardstick* yardstick = nullptr;  // where wake-up latencies were compared
  std::string load;                      // what kept the machine busy meanwhile; empty: nothing of ours
  int rounds = 1;
};

std::string timing_text(const RunReport& report);
nlohmann::json timing_json(const RunReport& report);
// What virtual time has of it as well.
nlohmann::json timing_json(executive::Nanoseconds period, const executive::Timing& timing);

}  // namespace tauforge::cli
