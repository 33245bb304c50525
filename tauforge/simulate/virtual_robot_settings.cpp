#include <cmath>
#include <random>

#include "tauforge/simulate/virtual_robot.h"

namespace tauforge::simulate {

namespace {

constexpr double usual_acceleration = 10.0, usual_speed = 2.0;  // where a file says nothing [rad/s^2, rad/s; SI]

// By sampling: a bound for all positions is needed only to the precision of an amplifier's adjustment.
std::vector<double> plausible_torques(const robot::Robot& robot) {
  Plant plant(robot);
  const std::size_t n = plant.drives();
  std::vector<double> q(n), zero(n, 0.0), g(n), largest(n, 0.0);
  std::minstd_rand random(1);
  for (int k = 0; k < 200; ++k) {
    for (double& value : q) value = 2 * M_PI * (static_cast<double>(random()) / random.max() - 0.5);
    plant.gravity(q, true, g);
    for (std::size_t i = 0; i < n; ++i) {
      std::vector<double> unit = zero;
      unit[i] = 1;
      const double M_ii = 2 * plant.kinetic_energy(q, unit);
      const auto& drive = robot.parameters.drive[i];
      const double friction = std::abs(drive.offset) + std::max(drive.coulomb, drive.static_level);
      largest[i] = std::max(largest[i], 2 * (std::abs(g[i]) + friction + drive.viscous * usual_speed) +
                                            std::abs(M_ii) * usual_acceleration);
    }
  }
  return largest;
}

// From 5 % to 95 % of its volts over the way of the drive.
PotentiometerSettings spanning(const robot::Robot& robot, std::size_t drive) {
  PotentiometerSettings settings;
  double lower = -2.5 * M_PI, upper = 2.5 * M_PI;
  if (robot.tree.direct && robot.limits[drive].lower && robot.limits[drive].upper &&
      *robot.limits[drive].upper > *robot.limits[drive].lower)
    lower = *robot.limits[drive].lower, upper = *robot.limits[drive].upper;
  settings.volts_per_unit = 0.9 * settings.range / (upper - lower);
  settings.volts_at_zero = 0.5 * settings.range - settings.volts_per_unit * 0.5 * (lower + upper);
  return settings;
}

}  // namespace

std::vector<double> greatest_torques(const robot::Robot& robot) {
  const auto known = [&](std::size_t i) { return robot.tree.direct && robot.limits[i].torque.value_or(0) > 0; };
  std::vector<double> torques(robot.drives.size());
  for (std::size_t i = 0; i < torques.size(); ++i)
    if (!known(i)) {  // sampled only where somebody needs it
      torques = plausible_torques(robot);
      break;
    }
  for (std::size_t i = 0; i < torques.size(); ++i) {
    if (known(i)) torques[i] = *robot.limits[i].torque;
    if (!(torques[i] > 0)) torques[i] = 1.0;
  }
  return torques;
}

VirtualRobotSettings default_settings(const robot::Robot& robot) {
  VirtualRobotSettings settings;
  const std::vector<double> torques = greatest_torques(robot);
  settings.start.assign(torques.size(), 0.0);
  settings.encoders.assign(torques.size(), {});
  settings.brakes = torques;
  settings.thermal.assign(torques.size(), {});
  for (std::size_t i = 0; i < torques.size(); ++i) {
    settings.potentiometers.push_back(spanning(robot, i));
    settings.amplifiers.push_back({torques[i] / settings.converter.range, 0.0, torques[i]});
  }
  return settings;
}

}  // namespace tauforge::simulate
