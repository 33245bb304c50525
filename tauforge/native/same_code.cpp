#include "tauforge/native/same_code.h"

#include <sstream>

namespace tauforge::native {

namespace {

std::string without_comment(const compiler::GeneratedFile& file) {
  const std::string& text = file.text;
  if (text.starts_with("/*")) {  // the comment at the top, to its end
    const std::size_t end = text.find("*/");
    return end == std::string::npos ? text : text.substr(end);
  }
  if (!file.name.ends_with(".m")) return text;
  std::string code;  // of Octave: lines that begin as its comments do
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with("  %")) code += line + '\n';
  return code;
}

}  // namespace

bool same_code(const compiler::GeneratedFile& one, const compiler::GeneratedFile& other) {
  return one.name == other.name && without_comment(one) == without_comment(other);
}

}  // namespace tauforge::native
