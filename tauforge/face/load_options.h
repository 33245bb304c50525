// The face's options of reading robots, as the readers take them.
#pragma once

#include "tauforge/files/read_robot.h"
#include "tauforge/tauforge.h"

namespace tauforge {

files::LoadOptions reader_options(const LoadOptions& options);

}  // namespace tauforge
