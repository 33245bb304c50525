#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <numbers>

#include "tauforge/files/csv_recording.h"
#include "tauforge/files/degrees.h"
#include "tauforge/files/toml_table.h"

namespace tauforge::files {

namespace {

constexpr std::size_t largest_layout = 1u << 20;
constexpr double pi = std::numbers::pi;

struct Unit {
  const char *quantity, *name;
  double factor;
};
constexpr Unit units[] = {
    {"time", "s", 1},
    {"time", "ms", 1e-3},
    {"time", "us", 1e-6},
    {"time", "ns", 1e-9},
    {"position", "rad", 1},
    {"position", "deg", pi / 180},
    {"position", "rev", 2 * pi},
    {"position", "m", 1},
    {"position", "mm", 1e-3},
    {"velocity", "rad/s", 1},
    {"velocity", "deg/s", pi / 180},
    {"velocity", "rpm", pi / 30},
    {"velocity", "m/s", 1},
    {"velocity", "mm/s", 1e-3},
    {"torque", "N m", 1},
    {"torque", "Nm", 1},
    {"torque", "mN m", 1e-3},
    {"torque", "N", 1},
    {"current", "A", 1},
    {"current", "mA", 1e-3},
};

std::string names_of(std::string_view quantity) {
  std::string list;
  for (const Unit& unit : units)
    if (quantity == unit.quantity) list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", unit.name);
  return list;
}

void read_names(TomlTable& file, const TomlValue& root, const char* key, ColumnNames& names) {
  const TomlValue* value = root.find(key);
  if (value && value->is_list()) {
    if (auto list = file.texts(key)) names.names = std::move(*list);
    return;
  }
  const auto pattern = file.text(key);
  if (!pattern) return;
  names.pattern = pattern->value;
  if (names.pattern.find("{}") == std::string::npos)
    file.error(pattern->at, "pattern-without-braces", fmt::format("'{}' is \"{}\"", key, names.pattern),
               "{} stands for the number or the name of a joint, as in \"q{}\"; or give a list, one name per joint");
}

void read_unit(TomlTable& file, const char* quantity, double& factor) {
  const std::string key = fmt::format("{}_unit", quantity);
  const auto unit = file.text(key.c_str());
  if (!unit) return;
  if (const auto known = unit_factor(quantity, unit->value))
    factor = *known;
  else
    file.error(unit->at, "unknown-unit", fmt::format("'{}' is \"{}\"", key, unit->value),
               fmt::format("one of {}", names_of(quantity)));
}

void read_offset(TomlTable& file, std::vector<double>& offset) {
  const auto radians = file.numbers("position_offset"), degrees = file.numbers("position_offset_deg");
  if (radians && degrees)
    file.error(degrees->at, "key-conflict", "both 'position_offset' and 'position_offset_deg' are there",
               "one value in one unit: remove one of them");
  if (radians) offset = radians->value;
  if (degrees)
    for (const double value : degrees->value) offset.push_back(radians_from_degrees(value));
}

void read_rows(TomlTable& file, RowRange& rows) {
  const auto range = file.numbers("rows", 2);
  if (!range) return;
  const double first = range->value[0], last = range->value[1];
  if (first >= 1.0 && last >= first && last < 1e15 && first == std::floor(first) && last == std::floor(last))
    rows = {static_cast<std::size_t>(first), static_cast<std::size_t>(last)};
  else
    file.error(range->at, "rows-impossible", fmt::format("'rows' is [{}, {}]", first, last),
               "the first and the last data row, counted from 1");
}

void read_matrix(TomlTable& file, std::vector<std::vector<double>>& matrix) {
  auto rows = file.rows("joint_to_motor");
  if (!rows) return;
  for (const auto& row : *rows)
    if (row.size() != rows->size()) {
      file.error(file.at("joint_to_motor"), "matrix-not-square",
                 fmt::format("'joint_to_motor' has {} rows and a row of {}", rows->size(), row.size()),
                 "one row per motor, one column per joint, as many of each");
      return;
    }
  matrix = std::move(*rows);
}

void read_signs(TomlTable& file, std::vector<double>& sign) {
  const auto found = file.numbers("sign");
  if (!found) return;
  sign = found->value;
  for (const double value : sign)
    if (value != 1.0 && value != -1.0)
      file.error(found->at, "sign-impossible", fmt::format("'sign' holds {}", value), "each is 1 or -1");
}

}  // namespace

std::optional<double> unit_factor(std::string_view quantity, std::string_view unit) {
  for (const Unit& known : units)
    if (quantity == known.quantity && unit == known.name) return known.factor;
  return std::nullopt;
}

diagnostic::Result<RecordingLayout> read_recording_layout(const SourceText& source) {
  Findings findings;
  const auto root = parse_toml(source, largest_layout, findings);
  if (!root) return findings;
  TomlTable file(*root, "the layout", findings);
  RecordingLayout layout;
  if (const auto time = file.text("time")) layout.time = time->value;
  read_names(file, *root, "position", layout.position);
  read_names(file, *root, "velocity", layout.velocity);
  read_names(file, *root, "torque", layout.torque);
  read_names(file, *root, "current", layout.current);
  if (layout.torque.given() && layout.current.given())
    file.error(file.at("current"), "key-conflict", "the layout names both torques and currents",
               "identification reads one of them: remove the other");
  read_unit(file, "time", layout.time_factor);
  read_unit(file, "position", layout.position_factor);
  read_unit(file, "velocity", layout.velocity_factor);
  read_unit(file, "torque", layout.torque_factor);
  read_unit(file, "current", layout.current_factor);
  read_matrix(file, layout.joint_to_motor);
  read_offset(file, layout.position_offset);
  if (const auto gains = file.numbers("gains")) layout.gains = gains->value;
  read_signs(file, layout.sign);
  if (auto columns = file.texts("columns")) layout.columns = std::move(*columns);
  if (auto topics = file.texts("topics")) layout.topics = std::move(*topics);
  read_rows(file, layout.rows);
  if (const auto gap = file.number("largest_gap")) {
    layout.largest_gap = gap->value;
    if (gap->value <= 0.0)
      file.error(gap->at, "gap-impossible", fmt::format("'largest_gap' is {} s", gap->value), "a time above zero [s]");
  }
  file.finish();
  if (diagnostic::has_error(findings)) return findings;
  return {std::move(layout), std::move(findings)};
}

diagnostic::Result<RecordingLayout> load_recording_layout(const std::string& path) {
  const auto source = read_source(path);
  return source ? read_recording_layout(source.value()) : source.findings();
}

std::pair<std::string, std::optional<RowRange>> split_row_range(const std::string& word) {
  const std::size_t mark = word.rfind('@');
  if (mark == std::string::npos) return {word, std::nullopt};
  const char *p = word.data() + mark + 1, *const end = word.data() + word.size();
  RowRange rows;
  const auto first = std::from_chars(p, end, rows.first);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != '-') return {word, std::nullopt};
  const auto last = std::from_chars(first.ptr + 1, end, rows.last);
  if (last.ec != std::errc{} || last.ptr != end || rows.first < 1 || rows.last < rows.first)
    return {word, std::nullopt};
  return {word.substr(0, mark), rows};
}

}  // namespace tauforge::files
