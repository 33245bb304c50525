// One drive of a log, for `tauforge measure`.
#pragma once

#include <CLI/App.hpp>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/cli/recording_options.h"
#include "tauforge/signals/oscillation.h"

namespace tauforge::cli {

struct DriveLogRequest {
  std::string file, drive;
  RecordingArguments columns;
};
// --log, --drive, and those of recordings.
void add_drive_log_options(CLI::App& command, DriveLogRequest& request);

struct DriveLog {
  std::vector<double> t, q, torque;  // torque: empty where none was recorded
};
// Nothing when it cannot be read or has no such drive: standard error says why.
std::optional<DriveLog> read_drive_log(const DriveLogRequest& request);

// How it swings there; nothing when it does not: standard error says so.
std::optional<signals::Oscillation> read_oscillation(const DriveLogRequest& request);
std::string oscillation_text(const signals::Oscillation& seen);
nlohmann::json oscillation_json(const signals::Oscillation& seen);

}  // namespace tauforge::cli
