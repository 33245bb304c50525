#include "tauforge/files/toml_text.h"

#include <fmt/format.h>

#include "tauforge/diagnostic/printable.h"

namespace tauforge::files {

std::string toml_text(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const auto [length, code, valid] = diagnostic::first_character(text);
    const char c = text[0];
    if (!valid) {
      out += "\\uFFFD";
    } else if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (!diagnostic::is_visible(code)) {
      out += code > 0xFFFF ? fmt::format("\\U{:08X}", static_cast<unsigned>(code))
                           : fmt::format("\\u{:04X}", static_cast<unsigned>(code));
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  return out + "\"";
}

}  // namespace tauforge::files
