#include "tauforge/cli/generated_folder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <memory>

#include "tauforge/cli/output_file.h"
#include "tauforge/native/temporary_folder.h"

namespace tauforge::cli {

namespace fs = std::filesystem;

namespace {

diagnostic::Findings unwritable(const std::string& path, const std::string& why) {
  const auto source = std::make_shared<const diagnostic::Source>(diagnostic::Source{path, ""});
  return {diagnostic::error({source, 0, 0, 1}, "output-unwritable", fmt::format("cannot be written: {}", why))};
}

}  // namespace

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
  const fs::path whole = fs::absolute(fs::path(target).lexically_normal() / "", failed).parent_path();
  if (failed) return unwritable(target, failed.message());
  if (fs::exists(whole) && !fs::is_directory(whole)) return unwritable(target, "it is a file, not a folder");
  if (!fs::is_directory(whole.parent_path()))
    return unwritable(target, "there is no folder " + whole.parent_path().string());
  native::TemporaryFolder beside(fmt::format("{}.part-{}", whole.string(), getpid()));
  if (!beside.ok()) return unwritable(target, "its folder does not let files be made in it");
  if (auto findings = write_files(beside.path(), files); !findings.empty()) return findings;
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
