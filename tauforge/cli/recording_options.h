// The options of every command that reads recordings.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/files/csv_recording.h"
#include "tauforge/tauforge.h"

namespace tauforge::cli {

// As given on the command line; what is given there wins over the layout file.
struct RecordingArguments {
  std::string layout_file, position, velocity, torque, current, time;
  std::string position_unit, velocity_unit, torque_unit, current_unit, time_unit;
  std::vector<double> gains;
  std::vector<std::string> columns, topics;
};

void add_recording_options(CLI::App& command, RecordingArguments& arguments);
// How to write them, for the footer of a command.
extern const char* const recording_options_text;

// Logs of a robot, as they are named on the command line. Findings go to standard error; nothing comes back when there was
// an error. Errors about rows whose code is accepted are warnings: those rows are left out.
std::optional<std::vector<Recording>> read_logs_or_report(const Robot& robot, const std::vector<std::string>& words,
                                                          const RecordingArguments& arguments,
                                                          const std::vector<std::string>& accepted = {});

// The layout file with the other options on top; findings say what is wrong with either.
std::optional<files::RecordingLayout> recording_layout(const RecordingArguments& arguments,
                                                       diagnostic::Findings& findings);

}  // namespace tauforge::cli
