#include "tauforge/native/temporary_folder.h"

#include <cstdlib>
#include <filesystem>

namespace tauforge::native {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  std::error_code failed;
  std::string pattern = (fs::temp_directory_path(failed) / "tauforge-XXXXXX").string();
  if (!failed && mkdtemp(pattern.data())) path_ = pattern;
}

TemporaryFolder::TemporaryFolder(const std::string& path) {
  std::error_code failed;
  if (fs::create_directory(path, failed) && !failed) path_ = path;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace tauforge::native
