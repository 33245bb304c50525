#include "tauforge/native/content_hash.h"

#include <fstream>
#include <sstream>

#include "tauforge/diagnostic/content_hash.h"

namespace tauforge::native {

std::string contents(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::string hash_of(const std::string& text) { return diagnostic::content_hash(text); }

}  // namespace tauforge::native
