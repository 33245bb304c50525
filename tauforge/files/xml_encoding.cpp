#include "tauforge/files/xml_encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace tauforge::files {

using diagnostic::Position;

namespace {

constexpr const char* code = "xml-encoding-assumed";
constexpr const char* hint = "read as UTF-8; names may come out wrong: save the file as UTF-8";

Position at_offset(const SourceText& source, std::size_t offset, std::size_t length) {
  const std::string_view before = std::string_view(source->text).substr(0, offset);
  const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
  return {source, static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1,
          static_cast<int>(offset - line_begin) + 1, static_cast<int>(length)};
}

// Where the value of encoding="..." stands in <?xml ... ?>.
std::optional<std::pair<std::size_t, std::size_t>> declared(std::string_view text) {
  if (text.find("<?xml") > 3) return std::nullopt;  // at the beginning, or after the three bytes of a mark
  const std::string_view declaration = text.substr(0, text.find("?>"));
  const std::size_t key = declaration.find("encoding");
  const std::size_t open = declaration.find_first_of("\"'", key);
  if (key == std::string_view::npos || open == std::string_view::npos) return std::nullopt;
  const std::size_t close = declaration.find(declaration[open], open + 1);
  if (close == std::string_view::npos) return std::nullopt;
  return std::pair(open + 1, close - open - 1);
}

bool is_utf8_name(std::string name) {
  for (char& c : name)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return name == "UTF-8" || name == "UTF8" || name == "ASCII" || name == "US-ASCII";
}

// The offset of the first byte that begins no character of UTF-8; npos where there is none.
std::size_t first_wrong_byte(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const unsigned char first = static_cast<unsigned char>(text[i]);
    const std::size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (length == 0 || first > 0xf4 || i + length > text.size()) return i;
    for (std::size_t k = 1; k < length; ++k)
      if ((static_cast<unsigned char>(text[i + k]) & 0xc0) != 0x80) return i;
    i += length;
  }
  return std::string_view::npos;
}

}  // namespace

diagnostic::Findings encoding_notes(const SourceText& source) {
  const std::string_view text = source->text;
  if (const auto found = declared(text)) {
    const std::string name(text.substr(found->first, found->second));
    if (!is_utf8_name(name))
      return {diagnostic::note(at_offset(source, found->first, found->second), code,
                               fmt::format("the file declares the encoding '{}'", name), hint)};
  }
  if (const std::size_t wrong = first_wrong_byte(text); wrong != std::string_view::npos)
    return {diagnostic::note(at_offset(source, wrong, 1), code,
                             fmt::format("the byte 0x{:02x} is not UTF-8, and the file declares no other encoding",
                                         static_cast<unsigned char>(text[wrong])),
                             hint)};
  return {};
}

}  // namespace tauforge::files
