// Whether a file is still what was written: its contents, and their FNV-1a hash.
#pragma once

#include <filesystem>
#include <string>

namespace tauforge::native {

std::string contents(const std::filesystem::path& path);  // empty where there is none
std::string hash_of(const std::string& text);             // 16 hexadecimal digits

}  // namespace tauforge::native
