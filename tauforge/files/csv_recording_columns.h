// Which columns of a table are time, positions, velocities and efforts of which joint.
#pragma once

#include <string>
#include <vector>

#include "tauforge/files/csv_recording.h"
#include "tauforge/files/table_reader.h"

namespace tauforge::files {

struct RecordingColumns {
  std::size_t time = 0;
  std::vector<std::string> joints;
  std::vector<std::size_t> position, velocity, effort;  // per joint; the last two may be empty
  recording::Effort effort_kind = recording::Effort::none;
};

// Before the first row is read. Errors for columns that are missing.
RecordingColumns find_columns(const TableReader& table, const std::string& name, const RecordingOptions& options,
                              diagnostic::Findings& findings);

}  // namespace tauforge::files
