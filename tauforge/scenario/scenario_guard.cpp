// [guard] of a scenario: what the robot's file lacks gets a default, which is said once.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tauforge/files/number.h"
#include "tauforge/scenario/drive_values.h"
#include "tauforge/scenario/scenario_parts.h"

namespace tauforge::scenario {

namespace {

using files::TomlTable;

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double usual_velocity = 2.0;  // where a file has none                    [rad/s or m/s]
constexpr double above_motion = 1.25;   // ... or so many times what the motion asks for, where that is more
constexpr double share_of_torque = 0.25, share_at_rest = 0.1;  // of the largest: what a model may be wrong by
constexpr double more_than_friction = 2.0, more_than_holding = 1.5;

const robot::LimitsDescription* limits_of(const robot::Robot& robot, std::size_t drive) {
  return robot.tree.direct && drive < robot.limits.size() ? &robot.limits[drive] : nullptr;
}

std::vector<double> largest_speeds(const motion::Trajectory* motion, std::size_t drives) {
  std::vector<double> largest(drives, 0.0), q(drives), qd(drives), qdd(drives);
  constexpr int instants = 2000;
  for (int k = 0; motion && k <= instants; ++k) {
    motion->evaluate(motion->duration() * k / instants, q, qd, qdd);
    for (std::size_t j = 0; j < drives; ++j) largest[j] = std::max(largest[j], std::abs(qd[j]));
  }
  return largest;
}

// What dry friction may hold of a drive that stands still.
double holding(const robot::Robot& robot, std::size_t drive) {
  const auto& friction = robot.parameters.drive[drive];
  double level = std::max(friction.coulomb, friction.static_level);
  if (const auto* limits = limits_of(robot, drive); limits && limits->break_away_torque)
    level = std::max(level, *limits->break_away_torque);
  return level + std::abs(friction.offset);
}

control::PositionLimits position_limits(const robot::Robot& robot) {
  control::PositionLimits limits;
  for (const auto& joint : robot.limits) {
    limits.lower.push_back(joint.lower.value_or(-infinite));
    limits.upper.push_back(joint.upper.value_or(infinite));
  }
  if (!robot.tree.direct) limits.G = robot.parameters.G, limits.q0 = robot.parameters.q0;
  return limits;
}

}  // namespace

void read_positions(const ScenarioTable& file, Scenario& scenario) {
  const std::size_t n = scenario.robot.drives.size();
  DriveValues values(file.raw, file.table, scenario.robot);
  const auto lower = values.read("lower", std::vector<double>(n, -infinite));
  const auto upper = values.read("upper", std::vector<double>(n, infinite));
  if ((lower || upper) && !scenario.robot.tree.direct)
    file.table.error(file.table.at(values.written(lower ? "lower" : "upper").c_str()), "limits-of-drives",
                     "'lower' and 'upper' of [guard] are of drives that are joints",
                     "behind a transmission: [joint.limits] of the robot's file");
  for (robot::Robot* robot : {&scenario.robot, &scenario.plant})
    for (std::size_t j = 0; robot->tree.direct && j < n; ++j) {
      auto& limits = robot->limits[j];
      if (lower && (*lower)[j] > limits.lower.value_or(-infinite)) limits.lower = (*lower)[j];
      if (upper && (*upper)[j] < limits.upper.value_or(infinite)) limits.upper = (*upper)[j];
    }
}

void read_guard(const ScenarioTable& file, Scenario& scenario) {
  TomlTable& table = file.table;
  const robot::Robot& robot = scenario.robot;
  GuardSettings& guard = scenario.guard;
  const std::size_t n = robot.drives.size();
  DriveValues values(file.raw, table, robot);
  guard.positions = position_limits(robot);

  const std::vector<double> speeds = largest_speeds(scenario.motion.get(), n);
  std::vector<double> velocity, residual, at_rest;
  std::vector<std::string> without;
  for (std::size_t j = 0; j < n; ++j) {
    const auto* limits = limits_of(robot, j);
    const bool known = limits && limits->velocity && *limits->velocity > 0.0;
    if (!known) without.push_back(robot.drives[j]);
    velocity.push_back(known ? *limits->velocity : std::max(usual_velocity, above_motion * speeds[j]));
    const double torque = scenario.control.limits.largest[j], friction = holding(robot, j);
    const bool measured = limits && limits->residual_torque;  // by an identification
    residual.push_back(measured ? *limits->residual_torque : share_of_torque * torque + more_than_friction * friction);
    at_rest.push_back(share_at_rest * torque + more_than_holding * friction);
  }
  const bool said = table.has("velocity") || table.has("velocity_deg");
  guard.velocity = values.positive("velocity", velocity);
  if (!without.empty() && !said)
    guard.defaults.push_back(
        fmt::format("the robot's file limits no velocity of {}: {:g} rad/s or m/s are taken, or {:g} times "
                    "what the motion asks for ([guard] velocity)",
                    fmt::join(without, ", "), usual_velocity, above_motion));
  std::vector<std::string> endless;
  for (std::size_t i = 0; i < robot.limits.size(); ++i)
    if (!robot.limits[i].lower && !robot.limits[i].upper) endless.push_back(robot.joints[i]);
  if (!endless.empty())
    guard.defaults.push_back(
        fmt::format("the robot's file limits no position of {}: none is watched", fmt::join(endless, ", ")));
  guard.residual = values.positive("residual_torque", residual);
  guard.holding = values.positive("holding_torque", at_rest);
  guard.observer = table.truth("observer").value_or(true);
  guard.potentiometers = table.truth("potentiometers").value_or(true);
  if (const auto gain = table.positive("observer_gain", 1e4, "1/s")) guard.observer_gain = gain->value;
  // a period until it is seen, one until it is told; then the lag of the current
  double lag = 0;
  for (const auto& amplifier : scenario.machine.amplifiers) lag = std::max(lag, amplifier.time_constant);
  guard.latency = 2e-9 * static_cast<double>(scenario.executive.period) + 2.0 * lag;
  if (const auto latency = table.positive("latency", 1.0, "s")) guard.latency = latency->value;
  if (auto payload = table.table("payload", "the largest payload")) {
    guard.payload = read_payload(*payload);
    payload->finish();
  }
  const auto share = [&](const char* key, double& value) {
    const auto found = table.positive(key, 1.0, "of what is possible");
    if (found) value = found->value;
    return found.has_value();
  };
  guard.start_speed_said = share("start_speed", scenario.sequence.start_speed);
  guard.start_torque_said = share("start_torque", guard.torque_scale.start);
  double seconds = 3.0;
  if (const auto time = table.positive("start_time", 3600.0, "s")) seconds = time->value;
  if (scenario.sequence.start_speed < 1.0) scenario.sequence.start_time = seconds;
  if (guard.torque_scale.start < 1.0) guard.torque_scale.seconds = seconds;
  scenario.sequence.approach = table.truth("approach").value_or(false);
}

}  // namespace tauforge::scenario
