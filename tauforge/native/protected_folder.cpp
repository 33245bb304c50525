#include "tauforge/native/protected_folder.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>

namespace tauforge::native {

namespace fs = std::filesystem;

namespace {

// Whether `inner` is `outer` or lies below it.
bool holds(const fs::path& outer, const fs::path& inner) {
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

}  // namespace

const char* why_protected(const fs::path& folder) {
  std::error_code failed;
  const char* home = std::getenv("HOME");
  if (folder == folder.root_path()) return "is the root of the file system";
  if (home && *home && holds(folder, fs::weakly_canonical(home, failed))) return "holds your home folder";
  if (holds(folder, fs::current_path(failed))) return "holds the current folder, which would be replaced";
  return nullptr;
}

bool is_mount_point(const fs::path& path) {
#ifdef STATX_ATTR_MOUNT_ROOT
  struct statx facts {};
  return statx(AT_FDCWD, path.c_str(), 0, 0, &facts) == 0 && (facts.stx_attributes & STATX_ATTR_MOUNT_ROOT);
#else
  (void)path;
  return false;
#endif
}

}  // namespace tauforge::native
