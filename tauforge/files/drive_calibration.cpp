#include "tauforge/files/drive_calibration.h"

#include <fmt/format.h>

#include <cmath>

#include "tauforge/files/number.h"
#include "tauforge/files/toml_table.h"
#include "tauforge/files/toml_text.h"

namespace tauforge::files {

namespace {

constexpr std::size_t largest_calibration = 1u << 20;

// A covariance: symmetric, and no correlation beyond 1. That it is positive definite is found out by whoever inverts it.
bool may_be_covariance(const std::vector<std::vector<double>>& c) {
  for (std::size_t i = 0; i < c.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      const double most = std::sqrt(c[i][i] * c[j][j]);
      if (!(c[i][i] > 0.0) || std::abs(c[i][j] - c[j][i]) > 1e-9 * most || std::abs(c[i][j]) > most * (1.0 + 1e-12))
        return false;
    }
  return true;
}

}  // namespace

diagnostic::Result<DriveCalibration> read_drive_calibration(const SourceText& source) {
  Findings findings;
  const auto root = parse_toml(source, largest_calibration, findings);
  if (!root) return findings;
  TomlTable file(*root, "the calibration", findings);
  for (const char* key : {"drives", "gains", "covariance"})
    if (!file.has(key))
      file.error(file.at(), "missing-key", fmt::format("the calibration has no '{}'", key),
                 "tauforge payload --known-mass KG -o FILE writes one");
  DriveCalibration c;
  file.number("schema");
  if (auto drives = file.texts("drives")) c.drives = std::move(*drives);
  const std::size_t n = c.drives.size();
  if (auto gains = file.numbers("gains", n)) {
    c.gains = std::move(gains->value);
    for (const double gain : c.gains)
      if (!(gain > 0.0)) file.error(gains->at, "gain-impossible", fmt::format("a gain is {}", gain), "above zero");
  }
  if (auto rows = file.rows("covariance", n)) {
    c.covariance = std::move(*rows);
    if (c.covariance.size() != n || !may_be_covariance(c.covariance))
      file.error(file.at("covariance"), "covariance-impossible", fmt::format("'covariance' is not one of {} gains", n),
                 "one row and one column per drive, symmetric, variances of logarithms on the diagonal");
  }
  if (const auto mass = file.positive("mass", 1e6, "kg")) c.mass = mass->value;
  file.finish();
  if (diagnostic::has_error(findings)) return findings;
  return {std::move(c), std::move(findings)};
}

diagnostic::Result<DriveCalibration> load_drive_calibration(const std::string& path) {
  const auto source = read_source(path);
  return source ? read_drive_calibration(source.value()) : source.findings();
}

std::string write_drive_calibration(const DriveCalibration& c) {
  const auto list = [](const auto& values, auto&& text_of) {
    std::string text;
    for (const auto& value : values) text += fmt::format("{}{}", text.empty() ? "" : ", ", text_of(value));
    return "[" + text + "]";
  };
  const auto number = [](double value) { return number_text(value); };
  std::string text = "# gains of drives by a known load; tauforge payload --calibration reads them\nschema = 1\n";
  text += fmt::format("drives = {}\n", list(c.drives, [](const std::string& name) { return toml_text(name); }));
  text += fmt::format("gains = {}  # N m per unit of the logs\n", list(c.gains, number));
  text += "covariance = [  # of the natural logarithms of the gains\n";
  for (const auto& row : c.covariance) text += fmt::format("  {},\n", list(row, number));
  text += "]\n";
  if (c.mass) text += fmt::format("mass = {}  # kg, of the load that gave the scale\n", number(*c.mass));
  return text;
}

}  // namespace tauforge::files
