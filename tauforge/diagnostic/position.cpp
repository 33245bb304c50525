#include "tauforge/diagnostic/position.h"

#include <fmt/format.h>

#include "tauforge/diagnostic/printable.h"

namespace tauforge::diagnostic {

std::string to_text(const Position& at) {
  const std::string name = at.source ? printable(at.source->name) : "<unknown>";
  if (at.line == 0) return name;
  if (at.column == 0) return fmt::format("{}:{}", name, at.line);
  return fmt::format("{}:{}:{}", name, at.line, at.column);
}

std::string_view line_text(const Position& at) {
  if (!at.source || at.line < 1) return {};
  const std::string_view text = at.source->text;
  std::size_t begin = 0;
  for (int line = 1; line < at.line; ++line) {
    begin = text.find('\n', begin);
    if (begin == std::string_view::npos) return {};
    ++begin;
  }
  std::string_view found = text.substr(begin, text.find('\n', begin) - begin);
  if (!found.empty() && found.back() == '\r') found.remove_suffix(1);
  return found;
}

}  // namespace tauforge::diagnostic
