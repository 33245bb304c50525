#include "tauforge/native/write_files.h"

#include <cerrno>
#include <filesystem>
#include <fstream>

namespace tauforge::native {

std::error_code write_files(const std::string& folder, const std::vector<compiler::GeneratedFile>& files) {
  for (const auto& file : files) {
    const std::filesystem::path path = std::filesystem::path(folder) / file.name;
    std::error_code failed;
    std::filesystem::create_directories(path.parent_path(), failed);
    if (failed) return failed;
    errno = 0;
    std::ofstream stream(path, std::ios::binary);
    stream << file.text << std::flush;
    if (!stream) return {errno ? errno : EIO, std::generic_category()};
  }
  return {};
}

}  // namespace tauforge::native
