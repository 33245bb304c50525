#include "tauforge/cards/machine_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tauforge/diagnostic/did_you_mean.h"
#include "tauforge/files/number.h"
#include "tauforge/files/toml_table.h"
#include "tauforge/scenario/drive_values.h"

namespace tauforge::cards {

namespace {

using diagnostic::Findings;
using diagnostic::Located;
using files::TomlTable;

constexpr std::size_t largest_file = 1u << 20;
constexpr double longest_delay = 10.0;  // of brakes [s]

struct DriveCalibration {
  control::Axis axis;
  double torque_per_ampere = 0;
  std::optional<control::Potentiometer> potentiometer;
  double potentiometer_error = 0;
  std::optional<std::int64_t> counts_per_revolution;
  double index_position = 0;
  diagnostic::Position at;
};

class MachineReader {
 public:
  MachineReader(const files::TomlValue& root, const robot::Robot& robot, Findings& findings)
      : robot_(robot), findings_(findings), file_(root, "the machine", findings), found_(robot.drives.size()) {}

  std::optional<MachineFile> read() {
    read_schema();
    for (TomlTable& table : file_.tables("drive", "drive")) read_drive(table);
    for (std::size_t j = 0; j < found_.size(); ++j)
      if (!found_[j])
        file_.error(
            file_.at(), "drive-missing", fmt::format("there is no calibration of drive '{}'", robot_.drives[j]),
            fmt::format("[[drive]]\nname = \"{}\"\nencoder_step = ...\ntorque_per_volt = ...", robot_.drives[j]));
    MachineFile machine;
    if (auto brakes = file_.table("brakes", "[brakes]")) {
      if (const auto delay = brakes->number("delay")) {
        if (!(delay->value >= 0.0 && delay->value <= longest_delay))
          brakes->error(delay->at, "time-impossible",
                        fmt::format("'delay' of [brakes] is {} s", files::number_text(delay->value)),
                        fmt::format("from 0 to {} s", longest_delay));
        else
          machine.brake_delay = delay->value;
      }
      brakes->finish();
    }
    if (auto driver = file_.table("driver", "[driver]")) {
      if (const auto options = driver->text("options")) machine.driver_options = options->value;
      driver->finish();
    }
    file_.finish();
    refuse_unknown_keys();
    if (!diagnostic::has_error(findings_)) arrange(machine);
    if (diagnostic::has_error(findings_)) return std::nullopt;
    return machine;
  }

 private:
  void read_schema() {
    const auto schema = file_.number("schema");
    if (schema && schema->value != 1.0)
      file_.error(schema->at, "schema-unknown", fmt::format("schema is {}", files::number_text(schema->value)),
                  "this version reads schema = 1");
    file_.text("title");
  }

  // A misspelt max_volts that is ignored would reach the drives.
  void refuse_unknown_keys() {
    constexpr std::string_view ignored = ": ignored";
    for (auto& finding : findings_) {
      if (finding.code != "unknown-key") continue;
      finding.severity = diagnostic::Severity::error;
      if (finding.message.ends_with(ignored)) finding.message.resize(finding.message.size() - ignored.size());
    }
  }

  void read_drive(TomlTable& table) {
    const auto name = table.required_text("name", "one of the robot's drives");
    const auto known = std::find(robot_.drives.begin(), robot_.drives.end(), name.value);
    if (known == robot_.drives.end()) {
      if (!name.value.empty())
        table.error(name.at, "unknown-drive", fmt::format("'{}' is no drive of robot '{}'", name.value, robot_.name),
                    diagnostic::did_you_mean(name.value, robot_.drives));
      return;
    }
    const auto drive = static_cast<std::size_t>(known - robot_.drives.begin());
    table.call(fmt::format("drive '{}'", name.value));
    if (found_[drive]) {
      table.error(name.at, "drive-twice", fmt::format("drive '{}' is calibrated twice", name.value), "remove one");
      return;
    }
    DriveCalibration& c = found_[drive].emplace();
    c.at = table.at();
    control::Axis& axis = c.axis;
    axis.step = required(table, "encoder_step", way(table, "encoder_step", drive),
                         "way per count [rad or m]; negative where it counts down");
    if (const auto offset = way(table, "encoder_offset", drive)) axis.offset = offset->value;
    axis.torque_per_volt =
        required(table, "torque_per_volt", table.number("torque_per_volt"), "with its sign [N m/V or N/V]");
    if (const auto volts = table.positive("max_volts", 1e4, "V")) axis.max_volts = volts->value;
    if (const auto torque = table.number("torque_per_ampere"))
      if (not_zero(table, "torque_per_ampere", *torque)) c.torque_per_ampere = torque->value;
    read_potentiometer(table, drive, c);
    read_index(table, drive, c);
    table.finish();
  }

  void read_potentiometer(TomlTable& owner, std::size_t drive, DriveCalibration& c) {
    auto table = owner.table("potentiometer", fmt::format("the potentiometer of drive '{}'", robot_.drives[drive]));
    if (!table) return;
    control::Potentiometer& p = c.potentiometer.emplace();
    p.volts_per_unit =
        required(*table, "volts_per_unit", table->number("volts_per_unit"), "with its sign [V/rad or V/m]");
    if (const auto volts = table->number("volts_at_zero")) p.volts_at_zero = volts->value;
    const auto lowest = table->number("lowest_volts"), highest = table->number("highest_volts");
    if (lowest) p.lowest = lowest->value;
    if (highest) p.highest = highest->value;
    if (!(p.lowest < p.highest))
      table->error(highest->at, "value-impossible",
                   fmt::format("'highest_volts' of {} is not above 'lowest_volts'", table->owner()));
    if (const auto error = table->positive("error", 100.0, "rad or m")) c.potentiometer_error = error->value;
    table->finish();
  }

  void read_index(TomlTable& owner, std::size_t drive, DriveCalibration& c) {
    auto table = owner.table("index", fmt::format("the index pulse of drive '{}'", robot_.drives[drive]));
    if (!table) return;
    const auto counts = table->number("counts_per_revolution");
    if (!counts)
      table->error(table->at(), "missing-key", fmt::format("{} has no 'counts_per_revolution'", table->owner()),
                   "counts from one pulse to the next");
    else if (!(counts->value >= 1.0 && counts->value <= 1e12 && counts->value == std::floor(counts->value)))
      table->error(
          counts->at, "not-whole",
          fmt::format("'counts_per_revolution' of {} is {}", table->owner(), files::number_text(counts->value)),
          "a whole number of counts, 1 or more");
    else
      c.counts_per_revolution = std::llround(counts->value);
    if (const auto position = way(*table, "position", drive)) c.index_position = position->value;
    table->finish();
  }

  // KEY, or KEY_deg of a drive that turns.
  std::optional<Located<double>> way(TomlTable& table, const std::string& key, std::size_t drive) {
    const std::string degrees = key + "_deg";
    if (!scenario::turns(robot_, drive) && table.has(degrees.c_str())) {
      table.refuse(degrees.c_str(), "is of a drive that slides", fmt::format("'{}' in metres", key));
      return std::nullopt;
    }
    return table.angle(key);
  }

  double required(TomlTable& table, const char* key, const std::optional<Located<double>>& value, const char* hint) {
    if (value) return not_zero(table, key, *value) ? value->value : 1.0;
    if (!table.has(key) && !table.has((std::string(key) + "_deg").c_str()))
      table.error(table.at(), "missing-key", fmt::format("{} has no '{}'", table.owner(), key), hint);
    return 1.0;
  }

  bool not_zero(TomlTable& table, const char* key, const Located<double>& value) {
    constexpr double smallest = 1e-15, largest = 1e12;
    if (std::abs(value.value) >= smallest && std::abs(value.value) <= largest) return true;
    table.error(value.at, "value-impossible",
                fmt::format("'{}' of {} is {}", key, table.owner(), files::number_text(value.value)),
                fmt::format("its size is between {:g} and {:g}; its sign may be either", smallest, largest));
    return false;
  }

  // What a guard compares, or a homing needs, is there for all drives or not used.
  bool all_have(const char* what, const auto& has) {
    const auto with = std::count_if(found_.begin(), found_.end(), [&](const auto& c) { return has(*c); });
    if (with == 0) return false;
    for (std::size_t j = 0; j < found_.size(); ++j)
      if (!has(*found_[j]))
        file_.error(found_[j]->at, "calibration-incomplete",
                    fmt::format("drive '{}' has no {}, but others have", robot_.drives[j], what),
                    "all drives have one, or none");
    return !diagnostic::has_error(findings_);
  }

  void arrange(MachineFile& machine) {
    const bool potentiometers = all_have("potentiometer", [](const auto& c) { return c.potentiometer.has_value(); });
    const bool index = all_have("index", [](const auto& c) { return c.counts_per_revolution.has_value(); });
    if (diagnostic::has_error(findings_)) return;
    if (index && !potentiometers)
      file_.warning(found_[0]->at, "index-idle",
                    "index pulses without potentiometers: nobody knows which revolution it is", "a homing needs both");
    for (std::size_t j = 0; j < found_.size(); ++j) {
      const DriveCalibration& c = *found_[j];
      machine.axes.push_back(c.axis);
      machine.torque_per_ampere.push_back(c.torque_per_ampere);
      if (potentiometers) machine.potentiometers.push_back(*c.potentiometer);
      if (!potentiometers || !index) continue;
      control::HomingAxis homing;
      homing.counts_per_revolution = *c.counts_per_revolution, homing.index_position = c.index_position;
      homing.volts_per_unit = c.potentiometer->volts_per_unit, homing.volts_at_zero = c.potentiometer->volts_at_zero;
      homing.potentiometer_error = c.potentiometer_error;
      if (robot_.tree.direct && j < robot_.limits.size() && robot_.limits[j].lower && robot_.limits[j].upper)
        homing.middle = 0.5 * (*robot_.limits[j].lower + *robot_.limits[j].upper);
      machine.homing.push_back(homing);
    }
  }

  const robot::Robot& robot_;
  Findings& findings_;
  TomlTable file_;
  std::vector<std::optional<DriveCalibration>> found_;  // by drive of the robot
};

}  // namespace

diagnostic::Result<MachineFile> read_machine(const std::string& path, const robot::Robot& robot) {
  const auto source = files::read_source(path, largest_file);
  if (!source.ok()) return source.findings();
  return read_machine(source.value(), robot);
}

diagnostic::Result<MachineFile> read_machine(const files::SourceText& source, const robot::Robot& robot) {
  Findings findings;
  const auto root = files::parse_toml(source, largest_file, findings);
  if (!root) return findings;
  auto machine = MachineReader(*root, robot, findings).read();
  if (!machine) return findings;
  return {std::move(*machine), std::move(findings)};
}

}  // namespace tauforge::cards
