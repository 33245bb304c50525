#include "tauforge/files/xml_encoding.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tauforge/diagnostic/printable.h"

namespace tauforge::files {

namespace {

constexpr const char* code = "xml-encoding-assumed";
constexpr const char* hint = "read as UTF-8; names may come out wrong: save the file as UTF-8";

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
    const auto character = diagnostic::first_character(text.substr(i));
    if (!character.valid) return i;
    i += character.length;
  }
  return std::string_view::npos;
}

}  // namespace

diagnostic::Findings encoding_notes(const SourceText& source) {
  const std::string_view text = source->text;
  if (const auto found = declared(text)) {
    const std::string name(text.substr(found->first, found->second));
    if (!is_utf8_name(name))
      return {diagnostic::note(position_at(source, found->first, static_cast<int>(found->second)), code,
                               fmt::format("the file declares the encoding '{}'", name), hint)};
  }
  if (const std::size_t wrong = first_wrong_byte(text); wrong != std::string_view::npos)
    return {diagnostic::note(position_at(source, wrong), code,
                             fmt::format("the byte 0x{:02x} is not UTF-8, and the file declares no other encoding",
                                         static_cast<unsigned char>(text[wrong])),
                             hint)};
  return {};
}

}  // namespace tauforge::files
