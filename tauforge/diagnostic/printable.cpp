#include "tauforge/diagnostic/printable.h"

#include <fmt/format.h>

#include <algorithm>

namespace tauforge::diagnostic {

namespace {

struct Range {
  char32_t first, last;
};

// Control characters, and the characters of the Unicode categories Cf, Zl, Zp and Default_Ignorable_Code_Point.
constexpr Range hidden[] = {
    {0x0, 0x1F},      {0x7F, 0x9F},     {0xAD, 0xAD},     {0x34F, 0x34F},     {0x600, 0x605},     {0x61C, 0x61C},
    {0x6DD, 0x6DD},   {0x70F, 0x70F},   {0x8E2, 0x8E2},   {0x115F, 0x1160},   {0x17B4, 0x17B5},   {0x180B, 0x180F},
    {0x200B, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F}, {0x3164, 0x3164},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},
    {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB}, {0xFFFE, 0xFFFF}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}};

}  // namespace

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const unsigned first = byte(0);
  if (first < 0x80) return {1, first, true};
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (length == 0 || first > 0xF4) return {1, first, false};
  char32_t code = first & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0u) != 0x80u) return {1, first, false};
    code = (code << 6) | (byte(i) & 0x3Fu);
  }
  const bool overlong = code < (length == 3 ? 0x800u : length == 4 ? 0x10000u : 0x80u);
  if (overlong || (code >= 0xD800 && code <= 0xDFFF) || code > 0x10FFFF) return {1, first, false};
  return {length, code, true};
}

bool is_visible(char32_t code) {
  return std::none_of(std::begin(hidden), std::end(hidden),
                      [&](const Range& range) { return range.first <= code && code <= range.last; });
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Character c = first_character(text);
    const auto code = static_cast<unsigned>(c.code);
    if (c.valid && is_visible(c.code))
      out += text.substr(0, c.length);
    else if (c.code == '\n')
      out += "\\n";
    else if (c.code == '\t')
      out += "\\t";
    else if (c.code == '\r')
      out += "\\r";
    else if (!c.valid || code < 0x80)
      out += fmt::format("\\x{:02x}", code);
    else
      out += code > 0xFFFF ? fmt::format("\\U{:08x}", code) : fmt::format("\\u{:04x}", code);
    text.remove_prefix(c.length);
  }
  return out;
}

std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace tauforge::diagnostic
