#include <fmt/format.h>

#include <cmath>

#include "tauforge/cards/machine_file.h"
#include "tauforge/diagnostic/require.h"
#include "tauforge/files/number.h"
#include "tauforge/files/toml_text.h"

namespace tauforge::cards {

std::string write_machine(const MachineFile& machine, const robot::Robot& robot) {
  const std::size_t n = robot.drives.size();
  const auto fits = [n](const auto& list) { return list.empty() || list.size() == n; };
  diagnostic::require(machine.axes.size() == n && fits(machine.torque_per_ampere) && fits(machine.potentiometers) &&
                          fits(machine.homing),
                      "a machine file has values for every drive");
  const auto number = [](double value) { return files::number_text(value); };
  std::string text = "schema = 1\n";
  if (!machine.driver_options.empty())
    text += fmt::format("\n[driver]\noptions = {}\n", files::toml_text(machine.driver_options));
  text += fmt::format("\n[brakes]\ndelay = {}  # s\n", number(machine.brake_delay));
  for (std::size_t j = 0; j < n; ++j) {
    const control::Axis& axis = machine.axes[j];
    text += fmt::format("\n[[drive]]\nname = {}\n", files::toml_text(robot.drives[j]));
    text += fmt::format("encoder_step = {}\nencoder_offset = {}\n", number(axis.step), number(axis.offset));
    text += fmt::format("torque_per_volt = {}\nmax_volts = {}\n", number(axis.torque_per_volt), number(axis.max_volts));
    if (!machine.torque_per_ampere.empty() && machine.torque_per_ampere[j] != 0.0)
      text += fmt::format("torque_per_ampere = {}\n", number(machine.torque_per_ampere[j]));
    if (!machine.potentiometers.empty()) {
      const control::Potentiometer& p = machine.potentiometers[j];
      const double error = machine.homing.empty() ? 0.0 : machine.homing[j].potentiometer_error;
      std::string more;
      if (std::isfinite(p.lowest)) more += ", lowest_volts = " + number(p.lowest);
      if (std::isfinite(p.highest)) more += ", highest_volts = " + number(p.highest);
      if (error > 0.0) more += ", error = " + number(error);
      text += fmt::format("potentiometer = {{ volts_per_unit = {}, volts_at_zero = {}{} }}\n", number(p.volts_per_unit),
                          number(p.volts_at_zero), more);
    }
    if (!machine.homing.empty())
      text += fmt::format("index = {{ counts_per_revolution = {}, position = {} }}\n",
                          machine.homing[j].counts_per_revolution, number(machine.homing[j].index_position));
  }
  return text;
}

}  // namespace tauforge::cards
