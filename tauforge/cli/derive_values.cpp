// What options of `tauforge derive` say.
#include <charconv>
#include <cmath>

#include "tauforge/cli/derive_parts.h"

namespace tauforge::cli {

std::optional<double> share_of(std::string text) {
  const bool percent = !text.empty() && text.back() == '%';
  if (percent) text.pop_back();
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return percent ? value / 100 : value;
}

std::optional<explicit_model::SymbolicPayload> payload_of(const std::string& text) {
  std::vector<double> numbers;
  for (const char *at = text.data(), *end = at + text.size();;) {
    double value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc{} || !std::isfinite(value)) return std::nullopt;
    numbers.push_back(value);
    if (next == end) break;
    if (*next != ',') return std::nullopt;
    at = next + 1;
  }
  if (numbers.size() != 4 || !(numbers[0] > 0)) return std::nullopt;
  return explicit_model::SymbolicPayload{numbers[0], {numbers[1], numbers[2], numbers[3]}};
}

}  // namespace tauforge::cli
