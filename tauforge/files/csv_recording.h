// A recording from a table: CSV, MCAP or MATLAB (open_table.h). By default its columns are t, q1.. (or q:NAME), and where given qd1.., tau1.. or i1..;
// a layout says otherwise: other names, units, a row range, motor signals instead of joint signals.
//
//   # tx40-layout.toml                          every key is optional
//   time = "t"                                  column names; {} stands for the number or the name of a joint
//   position = "qm{}"                           or a list with one name per joint
//   torque = "taum{}"                           or current = "i{}"; velocity = "qd{}"
//   position_unit = "rad"                       rad deg rev m mm;  velocity_unit: rad/s deg/s rpm m/s mm/s
//   torque_unit = "N m"                         N m, mN m, N;  current_unit: A mA;  time_unit: s ms us ns
//   joint_to_motor = [[32, 0], [0, 32]]         q_motor = A q_joint; so q_joint = A^-1 q_motor, tau_joint = A' tau_motor
//   position_offset = [0, -1.5707963267948966]  added to joint positions (or position_offset_deg)
//   gains = [10, 10.7]                          drive gains: a current becomes a torque        [N m/A]
//   sign = [1, -1]                              of the effort: -1 turns it round
//   rows = [635, 3510]                          data rows, the first is 1, both included
//   largest_gap = 0.1                           longer pauses between time stamps are gaps     [s]
//   columns = ["t", "q1", "tau1"]               names of the columns of a text that begins with numbers
//   topics = ["/joint_states", "effort=/tau"]   of MCAP: see mcap_table.h
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tauforge/diagnostic/result.h"
#include "tauforge/files/source_text.h"
#include "tauforge/recording/recording.h"

namespace tauforge::files {

// Data rows of a table, counted from 1, both included.
struct RowRange {
  std::size_t first = 1, last = static_cast<std::size_t>(-1);

  friend bool operator==(const RowRange&, const RowRange&) = default;
};

// Column names: a pattern with {} in it, or one name per joint; both empty: the usual names.
struct ColumnNames {
  std::string pattern;
  std::vector<std::string> names;

  bool given() const { return !pattern.empty() || !names.empty(); }
};

// How a table is to be read. Factors turn what the file holds into SI units.
struct RecordingLayout {
  std::string time = "t";
  ColumnNames position, velocity, torque, current;
  double time_factor = 1, position_factor = 1, velocity_factor = 1, torque_factor = 1, current_factor = 1;
  std::vector<std::vector<double>> joint_to_motor;  // A; empty: the signals are those of the joints
  std::vector<double> position_offset;              // empty: none
  std::vector<double> gains;                        // empty: a current stays a current
  std::vector<double> sign;                         // empty: all +1
  RowRange rows;
  double largest_gap = 0;            // [s]; 0: ten usual periods
  std::vector<std::string> columns;  // of a text without a line of names
  std::vector<std::string> topics;   // of MCAP
};

// Every problem of the file is reported.
diagnostic::Result<RecordingLayout> read_recording_layout(const SourceText& source);
diagnostic::Result<RecordingLayout> load_recording_layout(const std::string& path);
// The factor of a unit's name in a layout, for "time", "position", "velocity", "torque" or "current"; nothing when it is
// none of theirs.
std::optional<double> unit_factor(std::string_view quantity, std::string_view unit);

// "log.csv@635-3510" is log.csv with these rows; without the ending all rows. An ending that is no range belongs to the
// name.
std::pair<std::string, std::optional<RowRange>> split_row_range(const std::string& word);

struct RecordingOptions {
  RecordingLayout layout;
  std::vector<std::string> joints;  // names of the robot's drives in order; empty: as many as the table numbers
  std::size_t most_values = std::size_t{1} << 28;  // samples times columns read: 2 GiB
};

// "log.csv" or "log.csv@635-3510". `joints`: the names of the robot's drives, or none.
struct RecordingRequest {
  std::string path;
  RecordingOptions options;
};
RecordingRequest recording_request(const std::string& word, const RecordingLayout& layout,
                                   const std::vector<std::string>& joints);

// "-" is standard input. Errors point at the cell. Time stamps have to increase.
diagnostic::Result<recording::Recording> read_recording(const std::string& path, const RecordingOptions& options = {});
diagnostic::Result<recording::Recording> read_recording(const RecordingRequest& request);

// A table that read_recording reads without a layout: t, q1 .., and where they were measured qd1 .. and tau1 .. or i1 ...
// `shown`: see CsvWriter.
diagnostic::Findings write_recording(const recording::Recording& recording, const std::string& path,
                                     const std::string& shown = "");

// Everything that can be known about a log, broken or not (`tauforge logs`): what was read before the first error, and
// what is wrong. Rows whose time does not increase, or that hold nan or inf, are found and left out.
struct RecordingInspection {
  std::optional<recording::Recording> recording;
  diagnostic::Findings findings;
};
RecordingInspection inspect_recording(const std::string& path, const RecordingOptions& options = {});
RecordingInspection inspect_recording_text(const std::string& name, std::string_view text,
                                           const RecordingOptions& options = {});

}  // namespace tauforge::files
