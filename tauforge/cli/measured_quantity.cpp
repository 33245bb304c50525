#include "tauforge/cli/measured_quantity.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "tauforge/cli/exit_code.h"
#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

namespace {

std::optional<double> number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

// "17.4", "17.4+-0.18" or "17.4+-1%"
std::optional<Measured> measured(const std::string& text) {
  const std::size_t sign = text.find("+-");
  const auto value = number(text.substr(0, sign));
  if (!value) return std::nullopt;
  if (sign == std::string::npos) return Measured{*value, 0.0};
  std::string rest = text.substr(sign + 2);
  const bool percent = !rest.empty() && rest.back() == '%';
  if (percent) rest.pop_back();
  const auto tolerance = number(rest);
  if (!tolerance || *tolerance < 0) return std::nullopt;
  return Measured{*value, percent ? std::abs(*value) * *tolerance / 100 : *tolerance};
}

}  // namespace

std::string Quantity::read(const char* option, Sign sign) {
  const auto read = measured(text);
  if (!read)
    return fmt::format("{} '{}' is no number with a tolerance, as 17.4+-0.18 or 17.4+-1% [measurement-invalid]", option,
                       printable(text));
  value = *read;
  const bool small = sign == Sign::positive ? value.value <= 0 : sign == Sign::zero_or_more && value.value < 0;
  if (small)
    return fmt::format("{} is {}: it must be {} [measurement-range]", option, printable(text),
                       sign == Sign::positive ? "positive" : "zero or more");
  return "";
}

std::string QuantityTriple::read(const char* option, Sign sign) {
  std::size_t begin = 0;
  for (int k = 0; k < 3; ++k) {
    const std::size_t comma = text.find(',', begin);
    if ((comma == std::string::npos) != (k == 2))
      return fmt::format("{} '{}' is not three numbers with commas between them [measurement-invalid]", option,
                         printable(text));
    Quantity one{text.substr(begin, comma - begin), {}};
    if (const std::string wrong = one.read(option, sign); !wrong.empty()) return wrong;
    value[k] = one.value, begin = comma + 1;
  }
  return "";
}

int refuse_measurement(const std::string& text) {
  fmt::print(stderr, "tauforge: error: {}\n", text);
  return exit_usage;
}

bool is_finite(const Measured& m) { return std::isfinite(m.value) && std::isfinite(m.tolerance); }
std::string measured_text(const Measured& m, const char* unit) {
  return fmt::format("{:.6g} +- {:.2g} {}", m.value, m.tolerance, unit);
}
nlohmann::json measured_json(const Measured& m, const char* unit) {
  return {{"value", m.value}, {"tolerance", m.tolerance}, {"unit", unit}};
}
std::string inertia_text(const Measured& m) { return measured_text(m, "kg m^2"); }
nlohmann::json inertia_json(const Measured& m) { return measured_json(m, "kg m^2"); }

}  // namespace tauforge::cli
