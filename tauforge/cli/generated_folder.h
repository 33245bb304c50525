// A folder of generated files that appears complete or not at all.
#pragma once

#include <string>
#include <vector>

#include "tauforge/compiler/compile.h"
#include "tauforge/diagnostic/diagnostic.h"

namespace tauforge::cli {

// Writes all files below `folder`, which must exist. Nothing comes back when all went well.
diagnostic::Findings write_files(const std::string& folder, const std::vector<compiler::GeneratedFile>& files);

// What is wrong with a target before anything is computed for it: a file, no such folder around it, no permission.
diagnostic::Findings folder_refusal(const std::string& target);

// The same for a target that may not exist yet or may hold an earlier version: files are written beside it first and
// moved in place at the end, so that an interrupted or refused run leaves the target as it was.
diagnostic::Findings write_folder(const std::string& target, const std::vector<compiler::GeneratedFile>& files);

}  // namespace tauforge::cli
