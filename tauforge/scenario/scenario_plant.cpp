// [plant] and [[fault]] of a scenario.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tauforge/diagnostic/did_you_mean.h"
#include "tauforge/files/number.h"
#include "tauforge/files/robot_toml_parts.h"
#include "tauforge/robot/moments.h"
#include "tauforge/scenario/drive_values.h"
#include "tauforge/scenario/scenario_parts.h"

namespace tauforge::scenario {

namespace {

using files::TomlTable;

constexpr double longest_step = 0.1, longest_lag = 10.0;  // [s]

void each(const std::optional<std::vector<double>>& values, const auto& use) {
  for (std::size_t j = 0; values && j < values->size(); ++j) use(j, (*values)[j]);
}

void positive(TomlTable& table, const char* key, const std::optional<std::vector<double>>& values) {
  each(values, [&](std::size_t, double value) {
    if (!(value > 0.0))
      table.error(table.at(key), "not-positive",
                  fmt::format("'{}' of {} holds {}", key, table.owner(), files::number_text(value)),
                  "each is more than zero");
  });
}

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

std::optional<spatial::Inertia<double>> read_payload(TomlTable& table) {
  const auto inertial = files::read_inertial(table, robot::Meaning::physical);
  if (!inertial) return std::nullopt;
  if (inertial->mass.value < 0.0)
    table.error(inertial->mass.at, "mass-negative",
                fmt::format("the mass of {} is {} kg", table.owner(), files::number_text(inertial->mass.value)));
  return robot::moments(*inertial);
}

void read_plant(const ScenarioTable& file, const std::vector<double>& start, Scenario& scenario) {
  TomlTable& table = file.table;
  DriveValues values(file.raw, table, scenario.plant);
  simulate::VirtualRobotSettings& machine = scenario.machine;
  machine.start = values.read("start", start).value_or(start);
  if (table.truth("start_moving").value_or(false)) {  // for motions that have their speed from the first instant
    std::vector<double> q(start.size()), qdd(start.size());
    machine.start_velocity.resize(start.size());
    if (scenario.motion) scenario.motion->evaluate(0.0, q, machine.start_velocity, qdd);
  }
  if (const auto friction = table.choice<bool>("friction", {{"file", true}, {"none", false}}))
    machine.friction = *friction;
  machine.drives_carry_gravity = scenario.control.drives_carry_gravity;

  std::vector<double> usual_steps, usual_torques;
  for (const auto& encoder : machine.encoders) usual_steps.push_back(encoder.step);
  for (const auto& amplifier : machine.amplifiers) usual_torques.push_back(amplifier.torque_per_volt);
  const auto steps = values.read("encoder_step", usual_steps);
  positive(table, "encoder_step", steps);
  each(steps, [&](std::size_t j, double step) { machine.encoders[j].step = step; });
  const auto torques = values.read("torque_per_volt", usual_torques);
  positive(table, "torque_per_volt", torques);
  each(torques, [&](std::size_t j, double torque) { machine.amplifiers[j].torque_per_volt = torque; });
  if (const auto lag = table.positive("drive_time_constant", longest_lag, "s"))
    for (auto& amplifier : machine.amplifiers) amplifier.time_constant = lag->value;
  if (const auto volts = table.positive("converter_volts", 1e6, "V")) machine.converter.range = volts->value;
  if (const auto bits = table.number("converter_bits")) {
    if (bits->value >= 0.0 && bits->value <= 32.0 && bits->value == std::floor(bits->value))
      machine.converter.bits = static_cast<int>(bits->value);
    else
      table.error(bits->at, "bits-impossible", fmt::format("'converter_bits' is {}", files::number_text(bits->value)),
                  "from 1 to 32, or 0 for a converter without steps");
  }
  if (auto payload = table.table("payload", "the payload")) {
    if (const auto moments = read_payload(*payload)) machine.payload = *moments;
    payload->finish();
  }
  if (const auto method =
          table.choice<simulate::Method>("integrator", {{"rk4", simulate::Method::rk4},
                                                        {"semi_implicit_euler", simulate::Method::semi_implicit_euler},
                                                        {"dormand_prince", simulate::Method::dormand_prince}}))
    machine.integrator.method = *method;
  if (const auto step = table.positive("step", longest_step, "s"))
    machine.integrator.step = std::max(step->value, 1e-7);
  if (const auto tolerance = table.positive("tolerance", 1.0, "rad or m"))
    machine.integrator.tolerance = std::max(tolerance->value, 1e-13);
}

void read_fault(const ScenarioTable& file, Scenario& scenario) {
  TomlTable& table = file.table;
  Fault fault;
  if (!table.has("kind"))
    table.error(table.at(), "missing-key", fmt::format("{} has no 'kind'", table.owner()),
                "background_hangs, background_nan, sensor_freezes, encoder_jumps or payload");
  const auto kind = table.choice<FaultKind>("kind", {{"background_hangs", FaultKind::background_hangs},
                                                     {"background_nan", FaultKind::background_nan},
                                                     {"sensor_freezes", FaultKind::sensor_freezes},
                                                     {"encoder_jumps", FaultKind::encoder_jumps},
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
  const bool lasts =
      *kind == FaultKind::background_hangs || *kind == FaultKind::background_nan || *kind == FaultKind::sensor_freezes;
  fault.lasting = nanoseconds(1e6);
  if (lasts)
    if (const auto time = table.positive("for", 1e6, "s")) fault.lasting = nanoseconds(time->value);
  if (*kind == FaultKind::sensor_freezes || *kind == FaultKind::encoder_jumps)
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
  }
  scenario.faults.push_back(fault);
}

}  // namespace tauforge::scenario
