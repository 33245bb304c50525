// The help of the program: CLI11's, in words a user knows and within 80 to 100 columns.
#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <string>

#include "tauforge/cli/command.h"

namespace tauforge::cli {

std::shared_ptr<CLI::FormatterBase> help_formatter();

// `tauforge help [COMMAND]` and `tauforge version`.
void add_help(CLI::App& program, Chosen& chosen);

}  // namespace tauforge::cli
