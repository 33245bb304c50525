#include "tauforge/files/source_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

namespace tauforge::files {

SourceText source_from_text(std::string name, std::string text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  return std::make_shared<const Source>(Source{std::move(name), std::move(text)});
}

Result<SourceText> read_source(const std::string& path, std::size_t largest) {
  const Position whole{source_from_text(path, ""), 0, 0, 1};
  std::error_code failed;
  if (std::filesystem::is_directory(path, failed))
    return diagnostic::error(whole, "file-unreadable", fmt::format("'{}' is a folder, not a file", path));
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    return diagnostic::error(whole, "file-unreadable", fmt::format("cannot open '{}': {}", path, std::strerror(errno)));
  std::string text;
  char block[1 << 16];
  while (stream.read(block, sizeof block), stream.gcount() > 0) {
    text.append(block, static_cast<std::size_t>(stream.gcount()));
    if (text.size() > largest)
      return diagnostic::error(whole, "file-too-large", fmt::format("'{}' is larger than {} MiB", path, largest >> 20),
                               "a robot file is text of moderate size; is this the right file?");
  }
  if (stream.bad()) return diagnostic::error(whole, "file-unreadable", fmt::format("reading '{}' failed", path));
  return source_from_text(path, std::move(text));
}

Position position_at(const SourceText& source, std::size_t offset, int length) {
  const std::string& text = source->text;
  offset = std::min(offset, text.size());
  const auto begin = text.begin(), here = begin + static_cast<std::ptrdiff_t>(offset);
  const auto line = 1 + std::count(begin, here, '\n');
  const std::size_t last_end = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
  const std::size_t line_begin = last_end == std::string::npos ? 0 : last_end + 1;
  return {source, static_cast<int>(line), static_cast<int>(offset - line_begin) + 1, length};
}

}  // namespace tauforge::files
