// Logs that are longer than what can be held at once. They are read twice: a bounded sample of pieces, as they were recorded,
// tells the cut-off; then everything is brought to ten times the cut-off (signals/condense.h), which is all that a model of
// the motion below it can tell. Where that is still too much, stretches all along the logs stand for them.
#pragma once

#include <vector>

#include "tauforge/files/csv_recording.h"
#include "tauforge/tauforge.h"

namespace tauforge {

// So many numbers of logs may be held; later steps need about nine times as much.
constexpr std::size_t most_numbers_of_logs = 3'500'000;

// By the sizes of the files; what cannot be read twice, a pipe, is not long.
bool are_long(const std::vector<files::RecordingRequest>& logs);

struct LongLogs {
  std::vector<Recording> logs;  // none, where something is wrong
  Findings findings;
};
// Errors of rows with codes that are accepted are warnings.
LongLogs read_long_logs(const Robot& robot, const std::vector<files::RecordingRequest>& logs,
                        const IdentifySettings& settings, const std::vector<std::string>& accepted,
                        std::size_t most_numbers = most_numbers_of_logs);

// Pauses between stretches that stand for a log are not pauses of the log: such findings are taken out.
void drop_gaps_of_condensed(std::span<const Recording> logs, Findings& findings);

}  // namespace tauforge
