// [plant] of a scenario.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tauforge/files/number.h"
#include "tauforge/files/robot_toml_parts.h"
#include "tauforge/robot/moments.h"
#include "tauforge/scenario/drive_values.h"
#include "tauforge/scenario/scenario_parts.h"

namespace tauforge::scenario {

namespace {

using files::TomlTable;

constexpr double longest_step = 0.1, longest_lag = 10.0, longest_warming = 1e5;  // [s]
constexpr double usual_watchdog = 0.1;                                           // [s]

void each(const std::optional<std::vector<double>>& values, const auto& use) {
  for (std::size_t j = 0; values && j < values->size(); ++j) use(j, (*values)[j]);
}

// Motors without a rated torque never get hot.
void read_thermal(TomlTable& table, DriveValues& values, std::vector<simulate::ThermalSettings>& thermal) {
  std::vector<double> never;
  for (const auto& motor : thermal) never.push_back(motor.rated);
  const auto rated = values.positive("rated_torque", never);
  each(rated, [&](std::size_t j, double torque) { thermal[j].rated = torque; });
  if (const auto time = table.positive("thermal_time_constant", longest_warming, "s"))
    for (auto& motor : thermal) motor.time_constant = time->value;
}

// In place of what the robot's file says.
void read_friction(TomlTable& table, DriveValues& values, robot::Robot& plant) {
  const auto read = [&](const char* key, auto&& of) {
    std::vector<double> usual;
    for (auto& drive : plant.parameters.drive) usual.push_back(of(drive));
    const auto found = values.read(key, usual);
    each(found, [&](std::size_t j, double level) {
      of(plant.parameters.drive[j]) = level;
      if (!(level >= 0.0))
        table.error(table.at(key), "friction-negative",
                    fmt::format("'{}' of {} holds {}", key, table.owner(), files::number_text(level)),
                    "friction takes energy, it gives none");
    });
  };
  // what a plant has where friction remembers
  for (auto& drive : plant.parameters.drive)
    if (drive.memory) drive.memory->static_level -= drive.memory->coulomb;
  read("coulomb", [](auto& drive) -> double& { return drive.memory ? drive.memory->coulomb : drive.coulomb; });
  read("viscous", [](auto& drive) -> double& { return drive.memory ? drive.memory->viscous : drive.viscous; });
  for (auto& drive : plant.parameters.drive)
    if (drive.memory) drive.memory->static_level += drive.memory->coulomb;
}

void read_brake_delay(TomlTable& table, simulate::VirtualRobotSettings& machine) {
  Nanoseconds delay = nanoseconds(machine.brake_delay);
  read_time(table, "brake_delay", longest_lag, delay);
  machine.brake_delay = 1e-9 * static_cast<double>(delay);
  machine.watchdog = usual_watchdog;
  if (const auto time = table.positive("watchdog", longest_warming, "s")) machine.watchdog = time->value;
}

// Whole numbers, as doubles.
void whole(TomlTable& table, const char* key, const std::optional<std::vector<double>>& values, double least) {
  each(values, [&](std::size_t, double value) {
    if (!(value >= least && std::abs(value) <= 1e12 && value == std::floor(value)))
      table.error(table.at(key), "not-whole",
                  fmt::format("'{}' of {} holds {}", key, table.owner(), files::number_text(value)),
                  "each is a whole number of counts");
  });
}

// Index pulses: how many counts apart, and where one of them is.
void read_index(TomlTable& table, DriveValues& values, std::vector<simulate::EncoderSettings>& encoders) {
  const auto turns = values.read("counts_per_revolution", values.zeros());
  whole(table, "counts_per_revolution", turns, 0.0);
  each(turns, [&](std::size_t j, double counts) { encoders[j].counts_per_revolution = std::llround(counts); });
  const auto places = values.read("index_at", values.zeros());
  whole(table, "index_at", places, -1e12);
  each(places, [&](std::size_t j, double counts) { encoders[j].index_at = std::llround(counts); });
}

void read_potentiometers(TomlTable& table, DriveValues& values, Scenario& scenario) {
  auto& potentiometers = scenario.machine.potentiometers;
  if (const auto noise = table.number("potentiometer_noise")) {
    if (!(noise->value >= 0.0 && noise->value <= 5.0))
      table.error(noise->at, "noise-impossible",
                  fmt::format("'potentiometer_noise' is {} V", files::number_text(noise->value)),
                  "a standard deviation from 0 to 5 V");
    for (auto& potentiometer : potentiometers) potentiometer.noise = noise->value;
  }
  if (const auto offset = values.read("potentiometer_offset", values.zeros())) {
    scenario.potentiometer_offset = *offset;
    each(offset, [&](std::size_t j, double volts) { potentiometers[j].volts_at_zero += volts; });
  }
}

}  // namespace

std::optional<Nanoseconds> read_told_after(TomlTable& table) {
  const auto after = table.number("told_after");
  if (!after) return std::nullopt;
  if (after->value >= 0.0 && after->value <= 1e6) return nanoseconds(after->value);
  table.error(after->at, "time-impossible",
              fmt::format("'told_after' of {} is {} s", table.owner(), files::number_text(after->value)),
              "seconds from when the arm takes it until the model knows");
  return std::nullopt;
}

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
  enum class Friction { file, none, memory };
  const auto friction = table.choice<Friction>(
      "friction", {{"file", Friction::file}, {"none", Friction::none}, {"memory", Friction::memory}});
  machine.friction = friction != Friction::none;
  machine.friction_memory = friction == Friction::memory;
  const auto& drives = scenario.plant.parameters.drive;
  if (machine.friction_memory &&
      std::none_of(drives.begin(), drives.end(), [](const auto& drive) { return drive.memory.has_value(); }))
    table.warning(table.at("friction"), "friction-without-memory",
                  "no drive of the plant has friction with a memory: it sticks as with friction = \"file\"",
                  "[joint.friction.memory] of the robot's file; tauforge identify writes it");
  read_friction(table, values, scenario.plant);
  machine.drives_carry_gravity = scenario.control.drives_carry_gravity;

  std::vector<double> usual_steps, usual_torques;
  for (const auto& encoder : machine.encoders) usual_steps.push_back(encoder.step);
  for (const auto& amplifier : machine.amplifiers) usual_torques.push_back(amplifier.torque_per_volt);
  const auto steps = values.positive("encoder_step", usual_steps);
  each(steps, [&](std::size_t j, double step) { machine.encoders[j].step = step; });
  const auto torques = values.positive("torque_per_volt", usual_torques);
  each(torques, [&](std::size_t j, double torque) { machine.amplifiers[j].torque_per_volt = torque; });
  if (const auto lag = table.positive("drive_time_constant", longest_lag, "s"))
    for (auto& amplifier : machine.amplifiers) amplifier.time_constant = lag->value;
  read_thermal(table, values, machine.thermal);
  machine.brakes = values.positive("brake_torque", machine.brakes);
  read_brake_delay(table, machine);
  read_index(table, values, machine.encoders);
  read_potentiometers(table, values, scenario);
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
    scenario.payload_told = payload->truth("told").value_or(false);
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

}  // namespace tauforge::scenario
