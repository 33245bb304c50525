// One drive of a log, for `tauforge measure`.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/cli/recording_options.h"

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

}  // namespace tauforge::cli
