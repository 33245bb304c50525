// tauforge generate, for commands that go on to it.
#pragma once

#include <optional>

#include "tauforge/cli/generate_options.h"
#include "tauforge/cli/generate_report.h"

namespace tauforge::cli {

// Code that was made, and is not written yet.
struct Generation {
  std::optional<Robot> robot;
  std::optional<GeneratedCode> code;
  GenerateReport report;
};

// Everything from reading the robot to verified code; the exit code comes back.
int make_code(const GenerateOptions& options, Generation& made);
// Writes it, and says what it is.
int write_code(const GenerateOptions& options, Generation& made);

}  // namespace tauforge::cli
