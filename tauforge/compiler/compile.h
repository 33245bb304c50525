// Request in, files out.
#pragma once

#include <string>
#include <vector>

#include "tauforge/compiler/pipeline.h"

namespace tauforge::compiler {

struct GeneratedFile {
  std::string name;  // may have a folder: tauforge/model.h
  std::string text;
};

struct FileOptions {
  std::string prefix;  // of every symbol; a C identifier
  std::string source;  // of the robot, as the user named it
  bool cpp = false;    // also a typed C++ wrapper
  bool octave = false, javascript = false;
  bool casadi = false;               // also external functions for CasADi (casadi_functions.h)
  std::vector<std::string> remarks;  // further lines of the header comment
};

// The prefix that belongs to a robot of this name. It also names files, which must not become too long, and
// targets and headers: where the system has one of that name (emit/reserved_names.h), 'robot_' stands before it.
constexpr std::size_t longest_prefix = 60;
std::string prefix_for(const std::string& robot_name);

// The files of a compiled model; sets the unit's prefix and comment.
std::vector<GeneratedFile> generated_files(const robot::Robot& robot, const Request& request, CompiledModel& model,
                                           const FileOptions& options);

}  // namespace tauforge::compiler
