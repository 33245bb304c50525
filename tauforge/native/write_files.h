// Generated files into a folder that nobody else looks at: none of them has to appear whole.
#pragma once

#include <string>
#include <system_error>
#include <vector>

#include "tauforge/compiler/compile.h"

namespace tauforge::native {

// Below `folder`, which must exist; the names may have folders.
std::error_code write_files(const std::string& folder, const std::vector<compiler::GeneratedFile>& files);

}  // namespace tauforge::native
