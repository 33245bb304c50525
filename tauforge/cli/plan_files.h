// Files of Plans: what a search found, for another one to begin with.
#pragma once

#include <optional>
#include <string>

#include "tauforge/compiler/planned_function.h"

namespace tauforge::cli {

extern const char* const plans_meaning;  // of the option --plans

// FOLDER/arm.plans for a robot file .../arm.toml.
std::string plans_of(const std::string& folder, const std::string& robot_file);

// From a file, or from the robot's file in a folder. Findings go to standard error; nothing comes back when there was
// one.
std::optional<compiler::Plans> read_plans_or_report(const std::string& path, const std::string& robot_file);

// Whether the file could be written; if not, standard error says why.
bool write_plans(const std::string& folder, const std::string& robot_file, const compiler::Plans& plans);

}  // namespace tauforge::cli
