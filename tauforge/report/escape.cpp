#include "tauforge/report/escape.h"

#include <bit>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "tauforge/diagnostic/printable.h"

namespace tauforge::report {

using nlohmann::json;

namespace {

std::string replaced(std::string_view text, char what, std::string_view with) {
  std::string all;
  for (const char c : text) c == what ? all += with : all += c;
  return all;
}

}  // namespace

std::string in_html(std::string_view text) {
  std::string all = replaced(diagnostic::printable(text), '&', "&amp;");
  all = replaced(replaced(all, '<', "&lt;"), '>', "&gt;");
  return replaced(all, '"', "&quot;");
}

std::string in_script(std::string text) { return replaced(text, '<', "\\x3c"); }

std::string in_json_script(const json& value) {
  constexpr bool ascii_only = true;
  std::string text = value.dump(-1, ' ', ascii_only, json::error_handler_t::replace);
  text = replaced(replaced(text, '<', "\\u003c"), '>', "\\u003e");
  return replaced(text, '&', "\\u0026");
}

void make_printable(json& value) {
  if (value.is_string()) {
    value = diagnostic::printable(value.get_ref<const std::string&>());
  } else if (value.is_array()) {
    for (json& element : value) make_printable(element);
  } else if (value.is_object()) {
    json shown = json::object();
    for (auto& [name, element] : value.items()) {
      make_printable(element);
      shown[diagnostic::printable(name)] = std::move(element);
    }
    value = std::move(shown);
  }
}

std::string base64(std::span<const double> values) {
  constexpr char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((values.size() * 8 + 2) / 3 * 4);
  std::uint32_t group = 0;
  int bytes = 0;
  const auto flush = [&](int present) {
    group <<= 8 * (3 - present);
    for (int k = 0; k < 4; ++k) text += k <= present ? letters[(group >> (18 - 6 * k)) & 63u] : '=';
    group = 0, bytes = 0;
  };
  for (const double value : values) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (int k = 0; k < 8; ++k) {
      group = group << 8 | static_cast<std::uint32_t>((bits >> (8 * k)) & 255u);
      if (++bytes == 3) flush(3);
    }
  }
  if (bytes > 0) flush(bytes);
  return text;
}

}  // namespace tauforge::report
