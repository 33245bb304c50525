#include "tauforge/cli/generated_folder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "tauforge/cli/output_file.h"
#include "tauforge/native/temporary_folder.h"

namespace tauforge::cli {

namespace fs = std::filesystem;

namespace {

fs::path whole_path(const std::string& target) {
  return fs::absolute(fs::path(target).lexically_normal() / "").parent_path();
}

}  // namespace

diagnostic::Findings folder_refusal(const std::string& target) {
  const fs::path whole = whole_path(target), parent = whole.parent_path();
  if (fs::exists(whole) && !fs::is_directory(whole)) return unwritable(target, "it is a file, not a folder");
  if (!fs::is_directory(parent)) return unwritable(target, "there is no folder " + parent.string());
  if (access(parent.c_str(), W_OK | X_OK) != 0)
    return unwritable(target, "its folder does not let files be made in it");
  return {};
}

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

diagnostic::Findings write_folder(const std::string& target, const std::vector<compiler::GeneratedFile>& files) {
  std::error_code failed;
  if (auto findings = folder_refusal(target); !findings.empty()) return findings;
  const fs::path whole = whole_path(target);
  native::TemporaryFolder beside(fmt::format("{}.part-{}", whole.string(), getpid()));
  if (!beside.ok()) return unwritable(target, "its folder does not let files be made in it");
  if (auto findings = write_files(beside.path(), files); !findings.empty()) {
    findings[0].at = unwritable(target, "")[0].at;  // the user knows this folder by its own name only
    return findings;
  }
  if (!fs::exists(whole)) {
    fs::rename(beside.path(), whole, failed);
    if (failed) return unwritable(target, failed.message());
    beside.keep();
    return {};
  }
  for (const auto& file : files) {
    fs::create_directories((whole / file.name).parent_path(), failed);
    if (!failed) fs::rename(fs::path(beside.path()) / file.name, whole / file.name, failed);
    if (failed) return unwritable((fs::path(target) / file.name).string(), failed.message());
  }
  return {};
}

}  // namespace tauforge::cli
