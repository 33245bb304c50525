// Generated files into a folder.
#pragma once

#include <string>
#include <vector>

#include "tauforge/cli/output_folder.h"
#include "tauforge/compiler/compile.h"
#include "tauforge/diagnostic/diagnostic.h"

namespace tauforge::cli {

// Writes all files below `folder`, which must exist. Nothing comes back when all went well.
diagnostic::Findings write_files(const std::string& folder, const std::vector<compiler::GeneratedFile>& files);

// The same as the whole of an output.
diagnostic::Findings write_folder(OutputFolder& output, const std::vector<compiler::GeneratedFile>& files);

}  // namespace tauforge::cli
