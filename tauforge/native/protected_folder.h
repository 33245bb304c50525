// Folders that must not be replaced, whatever the user forces: others rely on them, or the system cannot exchange them.
#pragma once

#include <filesystem>

namespace tauforge::native {

// Why nobody can have meant to replace this folder: "holds your home folder". Null: no such reason. The path is absolute.
const char* why_protected(const std::filesystem::path& folder);

bool is_mount_point(const std::filesystem::path& path);

}  // namespace tauforge::native
