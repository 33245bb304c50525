// The options of every command that reads robots.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

#include "tauforge/files/read_robot.h"
#include "tauforge/tauforge.h"

namespace tauforge::cli {

void add_robot_options(CLI::App& command, LoadOptions& options);

// The robot of a file. Errors and warnings go to standard error, notes are left to `tauforge check`; nothing comes
// back when there was an error.
std::optional<Robot> load_or_report(const std::string& path, const LoadOptions& options);

}  // namespace tauforge::cli
