#include "tauforge/scenario/machine.h"

namespace tauforge::scenario {

Machine behind(control::Hardware& hardware, const Machine& machine) {
  return {hardware,
          machine.axes,
          machine.homing,
          nullptr,
          machine.potentiometers,
          machine.brake_delay,
          machine.torque_per_ampere};
}

VirtualMachine virtual_machine(const Scenario& scenario) {
  auto robot = std::make_unique<simulate::VirtualRobot>(scenario.plant, scenario.machine);
  std::vector<control::Axis> axes = robot->axes(scenario.control.speed_cut_off);
  const auto& speeds = scenario.machine.start_velocity;
  for (std::size_t j = 0; j < speeds.size(); ++j) axes[j].start_speed = speeds[j];
  Machine machine{*robot, std::move(axes), {}, robot.get()};
  machine.potentiometers = robot->calibrated_potentiometers();
  machine.brake_delay = scenario.machine.brake_delay;
  machine.torque_per_ampere = robot->torque_per_ampere();
  if (scenario.homing) machine.homing = robot->homing_axes();
  const auto& offset = scenario.potentiometer_offset;  // the robot has them, but nobody told the calibration
  for (std::size_t j = 0; j < offset.size(); ++j) {
    machine.potentiometers[j].volts_at_zero -= offset[j];
    if (j < machine.homing.size()) machine.homing[j].volts_at_zero -= offset[j];
  }
  return {std::move(robot), std::move(machine)};
}

std::vector<double> position(const Machine& machine) {
  if (machine.virtual_robot) return {machine.virtual_robot->q().begin(), machine.virtual_robot->q().end()};
  control::Reading reading(machine.hardware.drives());
  machine.hardware.read(0, reading);
  control::Axes axes(machine.axes);
  axes.update(reading, 0.0);
  return {axes.q().begin(), axes.q().end()};
}

}  // namespace tauforge::scenario
