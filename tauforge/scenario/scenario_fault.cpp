// [[fault]] of a scenario.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tauforge/diagnostic/did_you_mean.h"
#include "tauforge/files/number.h"
#include "tauforge/scenario/scenario_parts.h"

namespace tauforge::scenario {

namespace {

using files::TomlTable;

// The number of the drive that a fault names; all faults of cards need one.
void read_drive(TomlTable& table, const robot::Robot& robot, std::size_t& drive) {
  const auto name = table.required_text("drive", "the drive it happens to");
  const auto found = std::find(robot.drives.begin(), robot.drives.end(), name.value);
  if (found != robot.drives.end())
    drive = static_cast<std::size_t>(found - robot.drives.begin());
  else if (!name.value.empty())
    table.error(name.at, "unknown-drive",
                fmt::format("{} names '{}', which is no drive of robot '{}'", table.owner(), name.value, robot.name),
                diagnostic::did_you_mean(name.value, robot.drives));
}

}  // namespace

void read_fault(const ScenarioTable& file, Scenario& scenario) {
  TomlTable& table = file.table;
  Fault fault;
  if (!table.has("kind"))
    table.error(table.at(), "missing-key", fmt::format("{} has no 'kind'", table.owner()),
                "background_hangs, background_nan, sensor_freezes, encoder_jumps, index_missing, motor_hot or payload");
  const auto kind = table.choice<FaultKind>("kind", {{"background_hangs", FaultKind::background_hangs},
                                                     {"background_nan", FaultKind::background_nan},
                                                     {"sensor_freezes", FaultKind::sensor_freezes},
                                                     {"encoder_jumps", FaultKind::encoder_jumps},
                                                     {"index_missing", FaultKind::index_missing},
                                                     {"motor_hot", FaultKind::motor_hot},
                                                     {"payload", FaultKind::payload}});
  if (!kind) return;
  fault.kind = *kind;
  const auto at = table.number("at");
  if (!at || at->value < 0.0)
    table.error(table.at("at"), at ? "time-impossible" : "missing-key",
                fmt::format("{} has no time at which it happens", table.owner()),
                "at = 1.5, in seconds from the beginning");
  else
    fault.at = nanoseconds(std::min(at->value, 1e6));
  const bool lasts = *kind != FaultKind::encoder_jumps && *kind != FaultKind::payload;
  fault.lasting = nanoseconds(1e6);
  if (lasts)
    if (const auto time = table.positive("for", 1e6, "s")) fault.lasting = nanoseconds(time->value);
  if (*kind == FaultKind::sensor_freezes || *kind == FaultKind::encoder_jumps || *kind == FaultKind::index_missing ||
      *kind == FaultKind::motor_hot)
    read_drive(table, scenario.plant, fault.drive);
  if (*kind == FaultKind::encoder_jumps) {
    const auto counts = table.number("counts");
    if (counts && counts->value == std::floor(counts->value) && std::abs(counts->value) < 1e15)
      fault.counts = static_cast<std::int64_t>(counts->value);
    else
      table.error(table.at("counts"), counts ? "not-whole" : "missing-key",
                  fmt::format("{} says by how many counts only as a whole number", table.owner()), "counts = 500");
  }
  if (*kind == FaultKind::payload) {
    if (const auto moments = read_payload(table))
      fault.payload = *moments;
    else
      table.error(table.at(), "missing-key", fmt::format("{} has no 'mass'", table.owner()),
                  "mass = 2.0, centre = [x, y, z], inertia = [xx, yy, zz, xy, yz, xz]");
    fault.told_after = read_told_after(table);
  }
  scenario.faults.push_back(fault);
}

}  // namespace tauforge::scenario
