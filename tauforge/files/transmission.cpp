#include "tauforge/files/transmission.h"

#include <fmt/format.h>

#include "tauforge/files/degrees.h"
#include "tauforge/files/matrix_inverse.h"
#include "tauforge/files/robot_toml_parts.h"

namespace tauforge::files {

namespace {

constexpr std::size_t largest_file = 1u << 20;

// q = matrix theta, or its inverse as people who count motor turns have it.
std::vector<std::vector<double>> read_matrix(TomlTable& table) {
  auto matrix = table.rows("matrix"), to_motor = table.rows("joint_to_motor");
  if (matrix && to_motor)
    table.error(table.at("joint_to_motor"), "key-conflict", "both 'matrix' and 'joint_to_motor' are there",
                "one is the inverse of the other: remove one of them");
  if (matrix || !to_motor) return matrix.value_or(Matrix{});
  bool square = true;
  for (const auto& row : *to_motor) square = square && row.size() == to_motor->size();
  auto inverted = square ? inverse(*to_motor) : std::nullopt;
  if (!inverted)
    table.error(table.at("joint_to_motor"), square ? "matrix-singular" : "matrix-not-square",
                "'joint_to_motor' cannot be inverted",
                "one row per drive, one column per moving joint, as many of each, and each drive moves in its own way");
  return inverted.value_or(Matrix{});
}

std::vector<double> read_offset(TomlTable& table) {
  auto radians = table.numbers("offset"), degrees = table.numbers("offset_deg");
  if (radians && degrees)
    table.error(degrees->at, "key-conflict", "both 'offset' and 'offset_deg' are there",
                "one value in one unit: remove one of them");
  std::vector<double> offset;
  if (radians) offset = std::move(radians->value);
  if (degrees && !radians)
    for (const double value : degrees->value) offset.push_back(radians_from_degrees(value));
  return offset;
}

}  // namespace

std::optional<robot::TransmissionDescription> read_transmission(TomlTable& file) {
  auto table = file.table("transmission", "the transmission");
  if (!table) return std::nullopt;
  robot::TransmissionDescription t;
  t.at = table->at();
  for (const char* key : {"drives", "matrix"})
    if (!table->has(key) && !(key == std::string_view("matrix") && table->has("joint_to_motor")))
      table->error(t.at, "missing-key", fmt::format("the transmission has no '{}'", key),
                   "drives = [\"m1\", ...] and matrix = [[...], ...], one row per moving joint, one column per drive");
  if (auto drives = table->texts("drives")) t.drives = std::move(*drives);
  t.matrix = read_matrix(*table), t.offset = read_offset(*table);
  for (TomlTable& drive : table->tables("drive", "drive")) {
    t.drive.push_back(read_drive(drive));
    drive.finish();
  }
  table->finish();
  return t;
}

diagnostic::Findings add_transmission(const std::string& path, robot::Description& d) {
  const auto source = read_source(path);
  if (!source) return source.findings();
  Findings findings;
  const auto root = parse_toml(source.value(), largest_file, findings);
  if (!root) return findings;
  TomlTable file(*root, "the file", findings);
  file.number("schema");
  auto t = read_transmission(file);
  if (!t)
    file.error({source.value(), 0, 0, 1}, "missing-key", "the file has no [transmission]",
               "[transmission] with drives and matrix (or joint_to_motor), see docs/robot-file.md");
  file.finish();
  if (diagnostic::has_error(findings)) return findings;
  if (d.transmission) {
    // a file that was written with it comes back with it
    const auto& own = *d.transmission;
    if (own.drives != t->drives || own.matrix != t->matrix || own.offset != t->offset)
      findings.push_back(diagnostic::error(t->at, "transmission-twice",
                                           fmt::format("robot '{}' has a transmission of its own", d.name),
                                           "leave out --transmission, or change the robot's file"));
    return findings;
  }
  // the friction of the robot's file is that of joints, and the drives are others
  if (t->drive.empty()) t->drive.resize(t->drives.size());
  d.transmission = std::move(t);
  return findings;
}

}  // namespace tauforge::files
