// [homing], [brakes] and [[output]] of a scenario.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tauforge/files/number.h"
#include "tauforge/scenario/drive_values.h"
#include "tauforge/scenario/scenario_parts.h"

namespace tauforge::scenario {

namespace {

using files::TomlTable;

constexpr double search_speed = 0.1, search_acceleration = 0.5;  // [rad/s or m/s], and per second
constexpr double usual_approach_speed = 0.5;                     // [rad/s or m/s]
constexpr std::int64_t usual_counts_per_revolution = 1000;
constexpr double longest_overlap = 60.0;  // [s]
constexpr int most_lines = 63;            // beside the brakes

// No drive faster than half of what its joint may do.
std::vector<double> approach_speeds(const robot::Robot& robot) {
  std::vector<double> speeds(robot.drives.size(), usual_approach_speed);
  for (std::size_t j = 0; robot.tree.direct && j < robot.limits.size() && j < speeds.size(); ++j)
    if (robot.limits[j].velocity) speeds[j] = std::min(speeds[j], 0.5 * *robot.limits[j].velocity);
  return speeds;
}

// A number of seconds, or "end": that of the motion. Counted from the beginning of the motion.
std::optional<Nanoseconds> read_moment(const ScenarioTable& file, const Scenario& scenario) {
  TomlTable& table = file.table;
  const char* const hint = "at = 1.5, in seconds from the beginning of the motion, or at = \"end\"";
  const auto* node = file.raw.find("at");
  if (!table.has("at")) {
    table.error(table.at(), "missing-key", fmt::format("{} has no time at which it is switched", table.owner()), hint);
    return std::nullopt;
  }
  if (node->kind == files::TomlKind::text) {
    if (node->text == "end") return nanoseconds(scenario.motion ? scenario.motion->duration() : 0.0);
    table.error(node->at, "time-impossible", fmt::format("'at' of {} is \"{}\"", table.owner(), node->text), hint);
    return std::nullopt;
  }
  const auto at = table.number("at");
  if (!at) return std::nullopt;
  if (at->value >= 0.0 && at->value <= 1e6) return nanoseconds(at->value);
  table.error(at->at, "time-impossible",
              fmt::format("'at' of {} is {} s", table.owner(), files::number_text(at->value)), hint);
  return std::nullopt;
}

// The bit of a name: the one it has already, the one it asks for, or the first that nobody has.
std::uint64_t line_of(TomlTable& table, const std::string& name, const Scenario& scenario) {
  std::uint64_t taken = control::brakes, own = 0;
  for (const Output& other : scenario.outputs) {
    taken |= other.switching.line;
    if (other.name == name) own = other.switching.line;
  }
  if (const auto line = table.number("line")) {
    const bool possible = line->value >= 1 && line->value <= most_lines && line->value == std::floor(line->value);
    const std::uint64_t bit = possible ? std::uint64_t{1} << static_cast<int>(line->value) : 0;
    if (possible && (bit == own || (own == 0 && !(taken & bit)))) return bit;
    table.error(line->at, possible ? "line-conflict" : "line-impossible",
                fmt::format("'line' of {} is {}{}", table.owner(), files::number_text(line->value),
                            !possible ? ""
                            : own     ? fmt::format(": '{}' has another", name)
                                      : ", which another has"),
                "a digital line from 1 to 63, the same for the same name; 0 are the brakes");
    return own;
  }
  if (own != 0) return own;
  for (int k = 1; k <= most_lines; ++k)
    if (!(taken >> k & 1u)) return std::uint64_t{1} << k;
  table.error(table.at(), "line-impossible", fmt::format("{} is one too many", table.owner()), "63 lines are possible");
  return 0;
}

}  // namespace

void read_homing(const ScenarioTable& file, Scenario& scenario) {
  TomlTable& table = file.table;
  DriveValues values(file.raw, table, scenario.robot);
  const std::size_t n = values.count();
  HomingSettings homing;
  homing.speed = values.positive("speed", std::vector<double>(n, search_speed));
  homing.acceleration = values.positive("acceleration", std::vector<double>(n, search_acceleration));
  if (const auto samples = table.number("samples")) {
    if (samples->value >= 2.0 && samples->value <= 1e5 && samples->value == std::floor(samples->value))
      homing.samples = static_cast<int>(samples->value);
    else
      table.error(samples->at, "samples-impossible",
                  fmt::format("'samples' of {} is {}", table.owner(), files::number_text(samples->value)),
                  "a whole number from 2 to 100000");
  }
  scenario.sequence.approach_speed = values.positive("approach_speed", approach_speeds(scenario.robot));
  for (auto& encoder : scenario.machine.encoders)
    if (encoder.counts_per_revolution == 0) encoder.counts_per_revolution = usual_counts_per_revolution;
  scenario.homing = std::move(homing);
}

void read_brakes(const ScenarioTable& file, Scenario& scenario) {
  control::SequenceSettings& sequence = scenario.sequence;
  sequence.brakes_at_start = file.table.truth("at_start").value_or(true);
  sequence.brakes_at_end = file.table.truth("at_end").value_or(true);
  read_time(file.table, "overlap", longest_overlap, sequence.overlap);
  read_time(file.table, "settle", longest_overlap, sequence.settle);
  scenario.machine.start_braked = sequence.brakes_at_start;
  if (sequence.approach_speed.empty()) sequence.approach_speed = approach_speeds(scenario.robot);
}

void read_output(const ScenarioTable& file, Scenario& scenario) {
  TomlTable& table = file.table;
  Output output;
  const auto name = table.required_text("name", "name = \"gripper\"");
  output.name = name.value;
  if (name.value == "brakes")
    table.error(name.at, "name-reserved", fmt::format("{} would switch the brakes", table.owner()),
                "[brakes] says when they engage");
  output.switching.line = line_of(table, name.value, scenario);
  const auto at = read_moment(file, scenario);
  if (at) output.switching.at = *at;
  output.at = table.at("at");
  output.switching.on = table.truth("on").value_or(true);
  if (auto payload = table.table("payload", fmt::format("the payload of {}", table.owner()))) {
    output.payload = read_payload(*payload);
    payload->finish();
    if (!output.payload)
      table.error(table.at("payload"), "missing-key", fmt::format("the payload of {} has no 'mass'", table.owner()),
                  "payload = { mass = 2.0, centre = [x, y, z] }");
    output.told_after = read_told_after(table);
    if (!output.switching.on)
      table.error(table.at("payload"), "payload-unused",
                  fmt::format("{} takes a payload but switches off", table.owner()),
                  "what was taken is left when the output is switched off");
  }
  if (at && scenario.motion && *at > nanoseconds(scenario.duration))
    table.warning(table.at("at"), "output-idle", fmt::format("{} comes after the end of the scenario", table.owner()));
  scenario.outputs.push_back(std::move(output));
}

void arrange_outputs(Scenario& scenario, TomlTable& file) {
  auto& outputs = scenario.outputs;
  std::stable_sort(outputs.begin(), outputs.end(),
                   [](const Output& a, const Output& b) { return a.switching.at < b.switching.at; });
  std::uint64_t lines = 0;
  std::erase_if(outputs, [&](const Output& output) {
    const auto [at, line, on] = output.switching;
    const bool idle = static_cast<bool>(lines & line) == on;
    lines = on ? lines | line : lines & ~line;
    if (idle)
      file.warning(output.at, "output-idle",
                   fmt::format("output '{}' is switched {} at {} s, but it is so already", output.name,
                               on ? "on" : "off", files::number_text(1e-9 * static_cast<double>(at))));
    return idle;
  });
  for (const Output& output : outputs) scenario.sequence.outputs.push_back(output.switching);
}

}  // namespace tauforge::scenario
