#include "tauforge/cli/generated_folder.h"

#include <filesystem>

#include "tauforge/cli/output_file.h"

namespace tauforge::cli {

namespace fs = std::filesystem;

diagnostic::Findings write_files(const std::string& folder, const std::vector<compiler::GeneratedFile>& files) {
  for (const auto& file : files) {
    const fs::path path = fs::path(folder) / file.name;
    std::error_code failed;
    fs::create_directories(path.parent_path(), failed);
    if (failed) return unwritable(path.parent_path().string(), failed.message());
    if (auto findings = write_text(path.string(), file.text); !findings.empty()) return findings;
  }
  return {};
}

diagnostic::Findings write_folder(OutputFolder& output, const std::vector<compiler::GeneratedFile>& files) {
  if (auto findings = output.open(); !findings.empty()) return findings;
  for (const auto& file : files)
    if (auto findings = output.write(file.name, file.text); !findings.empty()) return findings;
  return output.complete();
}

}  // namespace tauforge::cli
