// The options of every command that reads robots.
#pragma once

#include <CLI/App.hpp>

#include "tauforge/files/read_robot.h"

namespace tauforge::cli {

void add_robot_options(CLI::App& command, files::LoadOptions& options);

}  // namespace tauforge::cli
