// Generated files into a folder.
#pragma once

#include <vector>

#include "tauforge/cli/output_folder.h"
#include "tauforge/compiler/compile.h"
#include "tauforge/diagnostic/diagnostic.h"

namespace tauforge::cli {

// The files as the whole of an output. Nothing comes back when all went well.
diagnostic::Findings write_folder(OutputFolder& output, const std::vector<compiler::GeneratedFile>& files);

}  // namespace tauforge::cli
