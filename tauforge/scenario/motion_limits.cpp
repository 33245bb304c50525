#include "tauforge/scenario/motion_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tauforge/dynamics/drive.h"

namespace tauforge::scenario {

namespace {

constexpr double slack = 1e-9;                   // of a limit: what rounding may do to a motion that ends on it
constexpr double farthest = 1e6, fastest = 1e5;  // of any drive [rad or m, and per second]

struct Worst {
  double beyond = 0, value = 0, limit = 0, t = 0;
};

// How far the value is beyond its limit; the worst is kept.
void look(double value, double limit, double beyond, double t, Worst& worst) {
  if (beyond > worst.beyond && beyond > slack * std::max(1.0, std::abs(limit))) worst = {beyond, value, limit, t};
}

}  // namespace

void check_limits(const motion::Trajectory& motion, const robot::Robot& robot, const diagnostic::Position& path,
                  const diagnostic::Position& time, diagnostic::Findings& findings) {
  constexpr int instants = 4000;
  const std::size_t drives = motion.joints(), joints = robot.limits.size();
  std::vector<double> theta(drives), thetad(drives), thetadd(drives), q, qd, qdd;
  std::vector<Worst> position(joints), velocity(joints), acceleration(joints);
  for (int k = 0; k <= instants; ++k) {
    const double t = motion.duration() * k / instants;
    motion.evaluate(t, theta, thetad, thetadd);
    for (std::size_t j = 0; j < drives; ++j)
      if (!(std::abs(theta[j]) <= farthest && std::abs(thetad[j]) <= fastest && std::isfinite(thetadd[j]))) {
        findings.push_back(diagnostic::error(time, "motion-impossible",
                                             fmt::format("at {:.4g} s the motion takes drive '{}' to {:.4g} at {:.4g} "
                                                         "per second",
                                                         t, robot.drives[j], theta[j], thetad[j]),
                                             "no drive goes so far or so fast [rad or m]"));
        return;
      }
    const auto joints_of = [&](std::span<const double> drive_values, bool positions, std::vector<double>& values) {
      dynamics::to_joints<double>(robot.tree, robot.parameters, drive_values, positions, values);
    };
    joints_of(theta, true, q), joints_of(thetad, false, qd), joints_of(thetadd, false, qdd);
    for (std::size_t i = 0; i < joints; ++i) {
      const auto& limits = robot.limits[i];
      if (limits.lower) look(q[i], *limits.lower, *limits.lower - q[i], t, position[i]);
      if (limits.upper) look(q[i], *limits.upper, q[i] - *limits.upper, t, position[i]);
      if (limits.velocity) look(qd[i], *limits.velocity, std::abs(qd[i]) - *limits.velocity, t, velocity[i]);
      if (limits.acceleration)
        look(qdd[i], *limits.acceleration, std::abs(qdd[i]) - *limits.acceleration, t, acceleration[i]);
    }
  }
  for (std::size_t i = 0; i < joints; ++i) {
    const std::string& name = robot.joints[i];
    const std::string unit = robot.tree.is_revolute(static_cast<robot::Index>(i)) ? "rad" : "m";
    const auto say = [&](const Worst& worst, const char* what, const std::string& unit_of_it) {
      return fmt::format("the motion takes joint '{}' to {} {:.6g} {} at {:.4g} s, beyond its limit of {:.6g} {}", name,
                         what, worst.value, unit_of_it, worst.t, worst.limit, unit_of_it);
    };
    if (position[i].beyond > 0.0)
      findings.push_back(diagnostic::error(path, "motion-position-limit", say(position[i], "position", unit),
                                           "bring the motion inside, or correct the limits in the robot's file"));
    if (velocity[i].beyond > 0.0)
      findings.push_back(diagnostic::error(
          time, "motion-velocity-limit", say(velocity[i], "velocity", unit + "/s"),
          fmt::format("{:.3g} times slower is within it", std::abs(velocity[i].value) / velocity[i].limit)));
    if (acceleration[i].beyond > 0.0)
      findings.push_back(
          diagnostic::warning(time, "motion-acceleration-limit", say(acceleration[i], "acceleration", unit + "/s^2"),
                              fmt::format("{:.3g} times slower is within it",
                                          std::sqrt(std::abs(acceleration[i].value) / acceleration[i].limit))));
  }
}

}  // namespace tauforge::scenario
