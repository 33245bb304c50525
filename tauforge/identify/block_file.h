// What a log says about the model of a round, as bytes that can leave the place where the log stays: triangular factors per
// resampling block and drive (observation.h), how many rows they stand for, how lively the motion was, and which round and
// log they belong to. docs/blocks.md has the bytes. Doubles are kept as they are, so they read back exactly.
//
// Files hold a set of logs. Merging is the union of sets, in the order of the logs' fingerprints, so it does not matter what
// is merged with what first; numbers of different logs meet in the fit only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tauforge/diagnostic/result.h"
#include "tauforge/identify/drive_motion.h"
#include "tauforge/identify/observation.h"

namespace tauforge::identify {

struct ReducedLog {
  std::string round;  // the text of its model (round_model.h)
  std::string log;    // its fingerprint
  std::string name;   // of the log
  std::size_t samples = 0;
  DriveMotions motion;
  std::vector<std::size_t> left_out;  // rows near reversals, per drive
  std::vector<Block> blocks;          // the number of their log is 0
};
using ReducedLogs = std::vector<ReducedLog>;

std::string to_bytes(const ReducedLogs& logs);
// `shown` is the name in findings. What is refused: "block-malformed".
diagnostic::Result<ReducedLogs> read_reduced_logs(const std::string& shown, std::string_view bytes);

// The union. The same log twice is refused: "block-twice".
diagnostic::Result<ReducedLogs> merged(ReducedLogs a, const ReducedLogs& b);

}  // namespace tauforge::identify
