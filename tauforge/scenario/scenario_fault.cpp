// [[fault]] of a scenario: which keys a kind has is said by its form (fault.h).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tauforge/diagnostic/did_you_mean.h"
#include "tauforge/files/number.h"
#include "tauforge/scenario/scenario_parts.h"

namespace tauforge::scenario {

namespace {

using files::TomlTable;

constexpr double longest = 1e6, longest_delay = 1.0, farthest_jump = 3600.0;  // [s]
constexpr double largest_factor = 1e3;

void missing(TomlTable& table, const char* key, const std::string& what, const char* hint) {
  table.error(table.at(key), table.has(key) ? "not-a-number" : "missing-key", fmt::format("{} {}", table.owner(), what),
              hint);
}

std::optional<FaultForm> read_form(TomlTable& table) {
  if (!table.has("kind")) {
    table.error(table.at(), "missing-key", fmt::format("{} has no 'kind'", table.owner()),
                fmt::format("{}", fmt::join(fault_names(), ", ")));
    return std::nullopt;
  }
  const auto name = table.text("kind");
  if (!name) return std::nullopt;
  for (const FaultForm& form : fault_forms())
    if (name->value == form.name) return form;
  table.error(name->at, "unknown-value", fmt::format("'kind' of {} is '{}'", table.owner(), name->value),
              diagnostic::did_you_mean(name->value, fault_names()));
  return std::nullopt;
}

void read_drive(TomlTable& table, const robot::Robot& robot, const FaultForm& form, Fault& fault) {
  if (form.drive == Need::none || (form.drive == Need::optional && !table.has("drive"))) return;
  const auto name = table.required_text("drive", "the drive it happens to");
  const auto found = std::find(robot.drives.begin(), robot.drives.end(), name.value);
  if (found != robot.drives.end())
    fault.drive = static_cast<std::size_t>(found - robot.drives.begin());
  else if (!name.value.empty())
    table.error(name.at, "unknown-drive",
                fmt::format("{} names '{}', which is no drive of robot '{}'", table.owner(), name.value, robot.name),
                diagnostic::did_you_mean(name.value, robot.drives));
}

void read_counts(TomlTable& table, Fault& fault) {
  const auto counts = table.number("counts");
  const bool noise = fault.kind == FaultKind::encoder_noisy;
  if (counts && counts->value == std::floor(counts->value) && std::abs(counts->value) < 1e15 &&
      (counts->value >= 0 || !noise))
    fault.counts = static_cast<std::int64_t>(counts->value);
  else
    table.error(table.at("counts"), counts ? "not-whole" : "missing-key",
                fmt::format("{} says by how many counts only as a whole number{}", table.owner(),
                            noise ? ", zero or more" : ""),
                "counts = 500");
}

// A clock jumps either way, everything else is late.
void read_by(TomlTable& table, Fault& fault) {
  const bool jump = fault.kind == FaultKind::clock_jumps;
  const double largest = jump ? farthest_jump : fault.kind == FaultKind::encoder_delayed ? longest_delay : longest;
  const auto by = table.number("by");
  if (!by) return missing(table, "by", "does not say by how long", jump ? "by = -0.05, in seconds" : "by = 0.01");
  if (!(by->value >= (jump ? -largest : 0.0) && by->value <= largest))
    table.error(by->at, "time-impossible",
                fmt::format("'by' of {} is {} s", table.owner(), files::number_text(by->value)),
                fmt::format("from {} to {} s", files::number_text(jump ? -largest : 0.0), files::number_text(largest)));
  else
    fault.by = nanoseconds(by->value);
}

void read_factor(TomlTable& table, Fault& fault) {
  const auto factor = table.number("factor");
  if (!factor) return missing(table, "factor", "has no 'factor'", "factor = 0.5: half of what it should be");
  const double least = fault.kind == FaultKind::torque_constant ? -largest_factor : 0.0;
  if (!(factor->value >= least && factor->value <= largest_factor))
    table.error(factor->at, "factor-impossible",
                fmt::format("'factor' of {} is {}", table.owner(), files::number_text(factor->value)),
                fmt::format("from {} to {}", files::number_text(least), files::number_text(largest_factor)));
  fault.factor = factor->value;
}

void read_probability(TomlTable& table, Fault& fault) {
  const auto found = table.number("probability");
  if (!found) return missing(table, "probability", "has no 'probability'", "probability = 0.1, of every reading");
  if (!(found->value >= 0.0 && found->value <= 1.0))
    table.error(found->at, "probability-impossible",
                fmt::format("'probability' of {} is {}", table.owner(), files::number_text(found->value)),
                "from 0 to 1");
  fault.probability = found->value;
}

void read_load(TomlTable& table, Fault& fault) {
  if (const auto moments = read_payload(table))
    fault.payload = *moments;
  else
    table.error(table.at(), "missing-key", fmt::format("{} has no 'mass'", table.owner()),
                "mass = 2.0, centre = [x, y, z], inertia = [xx, yy, zz, xy, yz, xz]");
  fault.told_after = read_told_after(table);
}

}  // namespace

void read_fault(const ScenarioTable& file, Scenario& scenario) {
  TomlTable& table = file.table;
  const auto form = read_form(table);
  if (!form) return;
  Fault fault;
  fault.kind = form->kind;
  const auto at = table.number("at");
  if (!at || at->value < 0.0)
    table.error(table.at("at"), at ? "time-impossible" : "missing-key",
                fmt::format("{} has no time at which it happens", table.owner()),
                "at = 1.5, in seconds from the beginning");
  else
    fault.at = nanoseconds(std::min(at->value, longest));
  fault.lasting = nanoseconds(longest);
  if (form->ends)
    if (const auto time = table.positive("for", longest, "s")) fault.lasting = nanoseconds(time->value);
  read_drive(table, scenario.plant, *form, fault);
  if (form->counts) read_counts(table, fault);
  if (form->by) read_by(table, fault);
  if (form->factor) read_factor(table, fault);
  if (form->probability) read_probability(table, fault);
  if (form->kind == FaultKind::payload) read_load(table, fault);
  scenario.faults.push_back(fault);
}

}  // namespace tauforge::scenario
