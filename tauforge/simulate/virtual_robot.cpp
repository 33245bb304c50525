#include "tauforge/simulate/virtual_robot.h"

#include "tauforge/diagnostic/require.h"

namespace tauforge::simulate {

namespace {

VirtualRobotSettings checked(const robot::Robot& robot, VirtualRobotSettings settings) {
  const std::size_t n = static_cast<std::size_t>(robot.tree.drives());
  if (settings.start.empty()) settings.start.assign(n, 0.0);
  const VirtualRobotSettings usual = default_settings(robot);
  if (settings.encoders.empty()) settings.encoders = usual.encoders;
  if (settings.amplifiers.empty()) settings.amplifiers = usual.amplifiers;
  diagnostic::require(settings.start.size() == n && settings.encoders.size() == n && settings.amplifiers.size() == n,
                      "settings of a virtual robot have one value per drive");
  return settings;
}

}  // namespace

VirtualRobot::VirtualRobot(const robot::Robot& robot, const VirtualRobotSettings& settings)
    : settings_(checked(robot, settings)),
      plant_(robot, settings_.friction),
      integrator_(plant_, motors_, settings_.integrator) {
  const std::size_t n = plant_.drives();
  motors_.plant = &plant_, motors_.carry_gravity = settings_.drives_carry_gravity;
  motors_.gravity.assign(n, 0.0);
  torque_.assign(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    motors_.drives.emplace_back(settings_.amplifiers[i]);
    encoders_.emplace_back(settings_.encoders[i]);
    encoders_.back().switch_on(settings_.start[i]);
  }
  wires_.encoders = &encoders_;
  plant_.set_payload(settings_.payload);
  integrator_.set_state(settings_.start, torque_);
}

void VirtualRobot::Motors::at(double t, std::span<const double> q, std::span<double> tau) noexcept {
  if (carry_gravity) plant->gravity(q, false, gravity);
  for (std::size_t i = 0; i < drives.size(); ++i) tau[i] = drives[i].torque(t) + gravity[i];
}

void VirtualRobot::Wires::after(double, std::span<const double> q, std::span<const double>) noexcept {
  for (std::size_t i = 0; i < q.size(); ++i) (*encoders)[i].follow(q[i]);
}

void VirtualRobot::advance(std::int64_t now) noexcept { integrator_.advance(1e-9 * static_cast<double>(now), &wires_); }

void VirtualRobot::read(std::int64_t now, control::Reading& reading) noexcept {
  advance(now);
  for (std::size_t i = 0; i < encoders_.size(); ++i) {
    reading.counts[i] = encoders_[i].counts();
    reading.index_counts[i] = encoders_[i].index_counts();
    reading.index_pulses[i] = encoders_[i].index_pulses();
  }
}

void VirtualRobot::write(std::int64_t now, std::span<const double> volts, std::uint64_t digital) noexcept {
  advance(now);
  for (std::size_t i = 0; i < motors_.drives.size(); ++i)
    motors_.drives[i].command(time(), convert(settings_.converter, volts[i]));
  digital_ = digital;
}

std::vector<control::Axis> VirtualRobot::axes(double cut_off) const {
  std::vector<control::Axis> axes;
  for (std::size_t i = 0; i < encoders_.size(); ++i) {
    const EncoderSettings& encoder = settings_.encoders[i];
    const double step = encoder.sign * encoder.step;
    axes.push_back({step, step * static_cast<double>(encoders_[i].origin()), settings_.amplifiers[i].torque_per_volt,
                    settings_.converter.range, cut_off});
  }
  return axes;
}

std::span<const double> VirtualRobot::torque() noexcept {
  motors_.at(time(), q(), torque_);
  return torque_;
}

}  // namespace tauforge::simulate
