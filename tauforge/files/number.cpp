#include "tauforge/files/number.h"

#include <charconv>
#include <cmath>

namespace tauforge::files {

ParsedNumber parse_number(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failed == std::errc::invalid_argument || end != text.data() + text.size()) return {0, NumberFault::not_a_number};
  if (failed == std::errc::result_out_of_range) return {0, NumberFault::out_of_range};
  if (!std::isfinite(value)) return {value, NumberFault::not_finite};
  return {value, NumberFault::none};
}

const char* code_of(NumberFault fault) {
  switch (fault) {
    case NumberFault::not_finite: return "not-finite";
    case NumberFault::out_of_range: return "number-out-of-range";
    default: return "not-a-number";
  }
}

std::string number_text(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

}  // namespace tauforge::files
