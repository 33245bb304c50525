#include "tauforge/cli/generated_folder.h"

namespace tauforge::cli {

diagnostic::Findings write_folder(OutputFolder& output, const std::vector<compiler::GeneratedFile>& files) {
  if (auto findings = output.open(); !findings.empty()) return findings;
  for (const auto& file : files)
    if (auto findings = output.write(file.name, file.text); !findings.empty()) return findings;
  return output.complete();
}

}  // namespace tauforge::cli
