#include "tauforge/simulate/virtual_robot.h"

#include <algorithm>
#include <cmath>

#include "tauforge/diagnostic/require.h"

namespace tauforge::simulate {

namespace {

VirtualRobotSettings completed(const robot::Robot& robot, VirtualRobotSettings settings) {
  const VirtualRobotSettings usual = default_settings(robot);
  const auto complete = [](auto& list, const auto& instead) {
    if (list.empty()) list = instead;
    diagnostic::require(list.size() == instead.size(), "settings of a virtual robot have one value per drive");
  };
  complete(settings.start, usual.start);
  complete(settings.start_velocity, std::vector<double>(usual.start.size(), 0.0));
  complete(settings.encoders, usual.encoders);
  complete(settings.potentiometers, usual.potentiometers);
  complete(settings.amplifiers, usual.amplifiers);
  complete(settings.thermal, usual.thermal);
  complete(settings.brakes, usual.brakes);
  return settings;
}

}  // namespace

VirtualRobot::VirtualRobot(const robot::Robot& robot, const VirtualRobotSettings& settings)
    : settings_(completed(robot, settings)),
      plant_(robot, settings_.friction, settings_.friction_memory),
      integrator_(plant_, motors_, settings_.integrator),
      brakes_(settings_.brakes, settings_.brake_delay, settings_.start_braked),
      noise_(settings_.seed),
      no_brakes_(plant_.drives(), 0.0) {
  const std::size_t n = plant_.drives();
  motors_.plant = &plant_, motors_.carry_gravity = settings_.drives_carry_gravity;
  motors_.gravity.assign(n, 0.0), motors_.factor.assign(n, 1.0);
  torque_.assign(n, 0.0), gain_.assign(n, 1.0);
  for (std::size_t i = 0; i < n; ++i) {
    motors_.drives.emplace_back(settings_.amplifiers[i]);
    sensors_.encoders.emplace_back(settings_.encoders[i]);
    sensors_.encoders.back().switch_on(settings_.start[i]);
    sensors_.thermal.emplace_back(settings_.thermal[i]);
    sensors_.can_get_hot = sensors_.can_get_hot || std::isfinite(settings_.thermal[i].rated);
  }
  sensors_.motors = &motors_;
  sensors_.torque.assign(n, 0.0);
  plant_.set_payload(settings_.payload);
  if (settings_.start_braked) plant_.set_brakes(brakes_.torque()), digital_.set(0, control::brakes);
  integrator_.set_state(settings_.start, settings_.start_velocity);
}

void VirtualRobot::Motors::at(double t, std::span<const double> q, std::span<double> tau) noexcept {
  if (carry_gravity) plant->gravity(q, false, gravity);
  for (std::size_t i = 0; i < drives.size(); ++i) tau[i] = factor[i] * (drives[i].torque(t) + gravity[i]);
}

void VirtualRobot::Sensors::after(double t, std::span<const double> q, std::span<const double>) noexcept {
  for (std::size_t i = 0; i < q.size(); ++i) encoders[i].follow(q[i]);
  if (can_get_hot) {
    motors->at(t, q, torque);
    for (std::size_t i = 0; i < q.size(); ++i) thermal[i].warm(t - last, torque[i]);
  }
  last = t;
}

// On the way brakes may fall and the watchdog may run out.
void VirtualRobot::advance(std::int64_t now) noexcept {
  const auto to = [&](std::int64_t time) { integrator_.advance(1e-9 * static_cast<double>(time), &sensors_); };
  while (std::min(brakes_.falls_at(), runs_out_at_) <= now) {
    to(std::min(brakes_.falls_at(), runs_out_at_));
    brakes_.falls_at() <= runs_out_at_ ? drop_brakes() : run_out();
  }
  to(now);
}

void VirtualRobot::drop_brakes() noexcept {
  brakes_.fall();
  plant_.set_brakes(brakes_.torque());
}

void VirtualRobot::run_out() noexcept {
  for (Drive& drive : motors_.drives) drive.command(time(), 0.0);
  brakes_.command(runs_out_at_, true);
  runs_out_at_ = Brakes::never;
}

void VirtualRobot::set_brake(std::size_t drive, double factor) noexcept {
  brakes_.wear(drive, factor);
  if (brakes_.engaged()) plant_.set_brakes(brakes_.torque());
}

control::Equipment VirtualRobot::equipment() const noexcept {
  return {.watchdog = std::isfinite(settings_.watchdog),
          .emergency_stop = true,
          .brakes = true,
          .brake_feedback = true,
          .potentiometers = true,
          .currents = true,
          .thermal = true};
}

control::CardStatus VirtualRobot::read(std::int64_t now, control::Reading& reading) noexcept {
  advance(now);
  reading.hot = 0;
  reading.engaged = 0;
  reading.emergency_stop = now >= pressed_at_;
  for (std::size_t i = 0; i < sensors_.encoders.size(); ++i) {
    const Encoder& encoder = sensors_.encoders[i];
    reading.counts[i] = encoder.counts();
    reading.index_counts[i] = encoder.index_counts();
    reading.index_pulses[i] = encoder.index_pulses();
    reading.potentiometers[i] = potentiometer(settings_.potentiometers[i], q()[i], noise_);
    reading.currents[i] = motors_.drives[i].current(time());
    if (sensors_.thermal[i].open() && i < 64) reading.hot |= std::uint64_t{1} << i;
    if (brakes_.engaged() && i < 64) reading.engaged |= std::uint64_t{1} << i;
  }
  return control::CardStatus::fine;
}

control::CardStatus VirtualRobot::write(std::int64_t now, const control::Outputs& outputs) noexcept {
  advance(now);
  for (std::size_t i = 0; i < motors_.drives.size(); ++i)
    motors_.drives[i].command(time(), outputs.enable ? gain_[i] * convert(settings_.converter, outputs.volts[i]) : 0.0);
  brakes_.command(now, outputs.digital & control::brakes);
  if (!brakes_.engaged()) plant_.set_brakes(no_brakes_);
  if (brakes_.falls_at() <= now) drop_brakes();  // those without delay
  if (std::isfinite(settings_.watchdog)) runs_out_at_ = now + std::llround(1e9 * settings_.watchdog);
  digital_.set(now, outputs.digital);
  return control::CardStatus::fine;
}

std::vector<control::Axis> VirtualRobot::axes(double cut_off) const {
  std::vector<control::Axis> axes;
  for (std::size_t i = 0; i < sensors_.encoders.size(); ++i) {
    const EncoderSettings& encoder = settings_.encoders[i];
    const double step = encoder.sign * encoder.step;
    axes.push_back({step, step * static_cast<double>(sensors_.encoders[i].origin()),
                    settings_.amplifiers[i].torque_per_volt, settings_.converter.range, cut_off});
  }
  return axes;
}

std::vector<control::Potentiometer> VirtualRobot::calibrated_potentiometers() const {
  std::vector<control::Potentiometer> all;
  for (const PotentiometerSettings& pot : settings_.potentiometers)
    all.push_back({pot.volts_per_unit, pot.volts_at_zero, 0.01 * pot.range, 0.99 * pot.range});
  return all;
}

std::vector<double> VirtualRobot::torque_per_ampere() const {
  std::vector<double> all;
  for (const DriveSettings& amplifier : settings_.amplifiers) all.push_back(amplifier.torque_per_volt);
  return all;
}

std::vector<control::HomingAxis> VirtualRobot::homing_axes() const {
  std::vector<control::HomingAxis> axes;
  for (std::size_t i = 0; i < sensors_.encoders.size(); ++i) {
    const EncoderSettings& encoder = settings_.encoders[i];
    const PotentiometerSettings& pot = settings_.potentiometers[i];
    control::HomingAxis axis;
    axis.counts_per_revolution = encoder.counts_per_revolution;
    axis.index_position = encoder.sign * encoder.step * static_cast<double>(encoder.index_at);
    axis.volts_per_unit = pot.volts_per_unit, axis.volts_at_zero = pot.volts_at_zero;
    if (pot.bits > 0) axis.potentiometer_error = pot.range / std::ldexp(std::abs(pot.volts_per_unit), pot.bits);
    axis.middle = (0.5 * pot.range - pot.volts_at_zero) / pot.volts_per_unit;
    axes.push_back(axis);
  }
  return axes;
}

std::span<const double> VirtualRobot::torque() noexcept {
  motors_.at(time(), q(), torque_);
  return torque_;
}

}  // namespace tauforge::simulate
