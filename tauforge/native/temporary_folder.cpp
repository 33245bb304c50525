#include "tauforge/native/temporary_folder.h"

#include <cstdlib>
#include <filesystem>

#include "tauforge/native/held_signals.h"

namespace tauforge::native {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  const HeldSignals held;  // until the folder is known to the handler
  std::error_code failed;
  const char* told = std::getenv("TMPDIR");
  const fs::path usual = told && !*told ? fs::path("/tmp") : fs::temp_directory_path(failed);  // empty: not told
  std::string pattern = (usual / "tauforge-XXXXXX").string();
  if (failed || !mkdtemp(pattern.data())) return;
  path_ = pattern;
  guard_.emplace(path_);
}

TemporaryFolder::TemporaryFolder(const std::string& path) {
  const HeldSignals held;
  std::error_code failed;
  if (!fs::create_directory(path, failed) || failed) return;
  path_ = path;
  guard_.emplace(path_);
}

void TemporaryFolder::keep() {
  guard_.reset();
  path_.clear();
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (path_.empty()) return;
  fs::remove_all(path_, ignored);
}

std::string without_path(const std::string& folder, std::string text) {
  const std::string before = folder + "/";
  for (std::size_t at = 0; (at = text.find(before, at)) != std::string::npos;) text.erase(at, before.size());
  return text;
}

}  // namespace tauforge::native
