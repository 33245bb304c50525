// A robot from a file of any format: told by the extension (.toml, .urdf, .xml, .dyn), else by content.
//
//   read_robot      text -> description, as written
//   inspect_robot   file -> everything that can be known about it, broken or not (`tauforge check`)
//   load_robot      file -> a robot ready for dynamics, or the reasons why not (every other command)
#pragma once

#include <optional>
#include <string>

#include "tauforge/files/source_text.h"
#include "tauforge/robot/assemble.h"
#include "tauforge/robot/description.h"
#include "tauforge/robot/robot.h"

namespace tauforge::files {

struct ReadOptions {
  bool lenient = false;           // specification files: fill up short lists of zeros
  std::string transmission = {};  // a file with the drives of a robot whose own cannot say them (files/transmission.h)
};

Result<robot::Description> read_robot(const SourceText& source, const ReadOptions& options = {});

// "format-unknown" when neither the extension nor the content tells.
Result<robot::Format> format_of(const SourceText& source);
const char* to_text(robot::Format format);

// The format of a file's ending: .toml, .urdf (.xml, .xacro), .dyn.
std::optional<robot::Format> format_of_ending(const std::string& path);

// What a format cannot say comes back as warnings ("lost-..."); a robot it cannot hold is refused. `options`: those that the
// robot was assembled with.
Result<std::string> write_robot(const robot::Description& description, robot::Format format,
                                const robot::AssembleOptions& options = {});

struct LoadOptions {
  ReadOptions read{};
  robot::AssembleOptions assemble{};
  bool strict = false;  // warnings become errors
};

struct Inspection {
  std::optional<robot::Description> description;
  std::optional<robot::Robot> robot;
  diagnostic::Findings findings;  // in the order of the file
};

Inspection inspect_robot(const std::string& path, const LoadOptions& options = {});
Inspection inspect_robot(const SourceText& source, const LoadOptions& options = {});

struct LoadedRobot {
  robot::Description description;
  robot::Robot robot;
  LoadOptions options = {};  // that it was loaded with
  std::string file = {};     // its name without the folders; empty: it was never one
};

Result<LoadedRobot> load_robot(const std::string& path, const LoadOptions& options = {});

}  // namespace tauforge::files
