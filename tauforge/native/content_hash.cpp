#include "tauforge/native/content_hash.h"

#include <fmt/format.h>

#include <cstdint>
#include <fstream>
#include <sstream>

namespace tauforge::native {

std::string contents(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::string hash_of(const std::string& text) {
  std::uint64_t hash = 14695981039346656037ull;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  return fmt::format("{:016x}", hash);
}

}  // namespace tauforge::native
