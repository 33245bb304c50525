// The robot file of this project, in TOML; its format is documented in docs/robot-file.md.
#pragma once

#include <string>

#include "tauforge/files/source_text.h"
#include "tauforge/robot/description.h"

namespace tauforge::files {

// Every problem of the file is reported, not only the first.
Result<robot::Description> read_robot_toml(const SourceText& source);

// What is written reads back equal (robot::same_content). Text that is not UTF-8 loses its bad bytes.
std::string write_robot_toml(const robot::Description& description);

}  // namespace tauforge::files
