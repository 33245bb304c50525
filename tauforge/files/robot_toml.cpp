#include "tauforge/files/robot_toml.h"

#include <fmt/format.h>

#include <utility>

#include "tauforge/files/robot_toml_parts.h"

namespace tauforge::files {

namespace {

using robot::Convention;
using robot::Description;

constexpr std::size_t largest_toml_file = 8u << 20;  // the parser needs some fifty times this much memory
constexpr std::size_t most_parts = 10000;            // links, joints

void read_schema(TomlTable& file) {
  if (!file.has("schema")) {
    file.warning({file.at().source, 0, 0, 1}, "schema-missing",
                 "the file does not say which schema it follows; taken as 1", "begin the file with schema = 1");
    return;
  }
  const auto schema = file.number("schema");
  if (schema && schema->value != 1.0)
    file.error(schema->at, "schema-unsupported", fmt::format("the file follows schema {}", schema->value),
               "this version reads schema 1; a newer tauforge may read the file");
}

void read_gravity(TomlTable& file, Description& d) {
  if (const auto gravity = file.vector("gravity")) d.gravity = gravity->value;
  const auto directions = file.rows("gravity_directions", 3);
  if (!directions) return;
  for (const auto& v : *directions) {
    if (v[0] == 0 && v[1] == 0 && v[2] == 0)
      file.error(file.at("gravity_directions"), "direction-zero", "a gravity direction has no length",
                 "each is a vector along which gravity pointed, e.g. [0, 0, -1]");
    d.gravity_directions.push_back({v[0], v[1], v[2]});
  }
}

void read_payload(TomlTable& file, Description& d) {
  auto table = file.table("payload", "the payload");
  if (!table) return;
  robot::PayloadDescription payload;
  payload.where.at = table->at();
  payload.link = table->required_text("link", "the name of the link that carries it");
  auto inertial = read_inertial(*table, d.meaning);
  if (!inertial)
    table->error(table->at(), "missing-key", "the payload has no 'mass'",
                 "mass = ... [kg]; without a load remove [payload]");
  else
    payload.inertial = std::move(*inertial);
  table->finish();
  d.payload = std::move(payload);
}

Description read_description(TomlTable& file) {
  Description d;
  d.format = robot::Format::toml;
  d.at = {file.at().source, 0, 0, 1};
  read_schema(file);
  if (const auto name = file.text("name"))
    d.name = name->value;
  else if (!file.has("name"))
    file.warning(d.at, "missing-key", "the file gives the robot no name; it is called 'robot'",
                 "add name = \"...\" at the top");
  if (d.name.empty()) d.name = "robot";
  if (const auto source = file.text("source")) d.source = source->value;
  if (const auto meaning = file.choice<robot::Meaning>(
          "parameters", {{"physical", robot::Meaning::physical}, {"base", robot::Meaning::base}}))
    d.meaning = *meaning;
  if (const auto floating = file.choice<bool>("base", {{"fixed", false}, {"floating", true}}))
    d.floating_base = *floating;
  const Convention convention = read_convention(file).value_or(Convention::free);
  read_gravity(file, d);
  auto links = file.tables("link", "link");
  auto joints = file.tables("joint", "joint");
  if (links.size() > most_parts || joints.size() > most_parts) {
    file.error(d.at, "too-many-parts", fmt::format("the robot has {} links and {} joints", links.size(), joints.size()),
               fmt::format("at most {} of each", most_parts));
    return d;
  }
  for (TomlTable& link : links) d.links.push_back(read_link(link, d.meaning));
  for (TomlTable& joint : joints) d.joints.push_back(read_joint(joint, convention));
  read_payload(file, d);
  d.transmission = read_transmission(file);
  d.acknowledged = read_acknowledgements(file);
  file.finish();
  return d;
}

}  // namespace

Result<Description> read_robot_toml(const SourceText& source) {
  Findings findings;
  const auto parsed = parse_toml(source, largest_toml_file, findings);
  if (!parsed) return findings;
  TomlTable root(*parsed, "the file", findings);
  Description description = read_description(root);
  // keys are read by meaning; findings come in the order of the file
  diagnostic::sort_by_place(findings);
  if (diagnostic::has_error(findings)) return findings;
  return Result<Description>(std::move(description), std::move(findings));
}

}  // namespace tauforge::files
