#include "tauforge/cards/opened_machine.h"

#include <time.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "tauforge/cards/acknowledgement.h"

namespace tauforge::cards {

namespace {

using diagnostic::Findings;

void refuse(Findings& findings, const char* code, std::string message, std::string hint) {
  findings.push_back(diagnostic::error({}, code, std::move(message), std::move(hint)));
}

Findings equipment_refused(const DriverHardware& cards, const scenario::Scenario& scenario, const MachineFile& file,
                           const CardsRequest& request) {
  Findings findings;
  const control::Equipment equipment = cards.equipment();
  if (!equipment.watchdog && !request.accept_no_watchdog)
    refuse(findings, "cards-without-watchdog",
           fmt::format("{} has no watchdog: its drives would go on when this program dies", cards.name()),
           "--accept watchdog, where something else cuts their power");
  if (!equipment.emergency_stop && !request.accept_no_emergency_stop)
    refuse(findings, "cards-without-emergency-stop",
           fmt::format("{} has no emergency stop that can be read", cards.name()),
           "--accept emergency-stop, where a button cuts the power of the drives by itself");
  if (!scenario.homing) return findings;
  if (!equipment.potentiometers || !cards.index_pulses())
    refuse(findings, "cards-cannot-home",
           fmt::format("the scenario has [homing], but {} has no {}", cards.name(),
                       equipment.potentiometers ? "index pulses" : "potentiometers"),
           "a homing needs both");
  if (file.homing.empty())
    refuse(findings, "cards-cannot-home",
           "the scenario has [homing], but the machine file calibrates no potentiometers and index pulses",
           "potentiometer = {...} and index = {...} of every drive");
  return findings;
}

// Cards may need a moment for their first values.
bool answers(DriverHardware& cards) {
  control::Reading reading(cards.drives());
  constexpr int attempts = 50;
  for (int k = 0; k < attempts; ++k) {
    const control::CardStatus status = cards.read(0, reading);
    if (status == control::CardStatus::fine) return true;
    if (status == control::CardStatus::failed) return false;
    const timespec nap{0, 10'000'000};
    nanosleep(&nap, nullptr);
  }
  return false;
}

scenario::Machine assembled(DriverHardware& cards, MachineFile file, const robot::Robot& robot) {
  scenario::Machine machine{cards, std::move(file.axes), std::move(file.homing)};
  for (std::size_t j = 0; robot.tree.direct && j < machine.axes.size(); ++j) {
    control::Axis& axis = machine.axes[j];
    axis.max_volts = std::min(axis.max_volts, *robot.limits[j].torque / std::abs(axis.torque_per_volt));
  }
  if (cards.equipment().potentiometers) machine.potentiometers = std::move(file.potentiometers);
  if (cards.equipment().currents) machine.torque_per_ampere = std::move(file.torque_per_ampere);
  machine.brake_delay = file.brake_delay;
  return machine;
}

}  // namespace

std::vector<std::string> joints_without_torque_limit(const robot::Robot& robot) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < robot.joints.size(); ++j)
    if (j >= robot.limits.size() || !robot.limits[j].torque || !(*robot.limits[j].torque > 0.0))
      names.push_back(robot.joints[j]);
  return names;
}

diagnostic::Result<OpenedMachine> open_machine(const scenario::Scenario& scenario, const CardsRequest& request) {
  Findings findings;
  if (const auto names = joints_without_torque_limit(scenario.robot); !names.empty())
    refuse(
        findings, "torque-limits-missing",
        fmt::format("the file of robot '{}' has no torque limit of: {}", scenario.robot.name, fmt::join(names, ", ")),
        "[joint.limits] torque of every joint: what its drive may do to the arm");
  auto file = read_machine(request.machine, scenario.robot);
  append(findings, file.findings());
  if (diagnostic::has_error(findings)) return findings;
  append(findings, refused_until_acknowledged(request.machine, request.acknowledged));
  if (diagnostic::has_error(findings)) return findings;

  const std::string& options = request.options.empty() ? file.value().driver_options : request.options;
  auto opened = DriverHardware::open(request.driver, options, scenario.robot.drives.size());
  append(findings, opened.findings());
  if (!opened) return findings;
  std::unique_ptr<DriverHardware> cards = opened.take();
  append(findings, equipment_refused(*cards, scenario, file.value(), request));
  if (diagnostic::has_error(findings)) return findings;
  if (!answers(*cards)) {
    refuse(findings, "cards-silent",
           fmt::format("{} gives no readings{}{}", cards->name(), cards->report().mistake.empty() ? "" : ": ",
                       cards->report().mistake),
           "look at the power of the cards and at their wires");
    return findings;
  }
  scenario::Machine machine = assembled(*cards, file.take(), scenario.robot);
  return {OpenedMachine{std::move(cards), std::move(machine), request.machine}, std::move(findings)};
}

}  // namespace tauforge::cards
