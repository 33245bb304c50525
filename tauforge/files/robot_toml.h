// The robot file of this project, in TOML; its format is documented in docs/robot-file.md.
#pragma once

#include <string>

#include "tauforge/files/source_text.h"
#include "tauforge/robot/description.h"

namespace tauforge::files {

Result<robot::Description> read_robot_toml(const SourceText& source);

}  // namespace tauforge::files
