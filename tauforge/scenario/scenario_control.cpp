// [control] and [executive] of a scenario.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "tauforge/files/number.h"
#include "tauforge/functions/instances.h"
#include "tauforge/scenario/drive_values.h"
#include "tauforge/scenario/scenario_parts.h"

namespace tauforge::scenario {

namespace {

using control::Law;
using executive::AgePolicy;
using executive::OverrunPolicy;
using files::TomlTable;

constexpr double shortest_period = 100e-6, longest_period = 28e-3, longest_time = 3600.0;  // [s]
constexpr double usual_poles = 20.0, fastest_poles = 1e4;                                  // [rad/s]
// Double poles at w and the usual cut-off of speeds, at a period T: unstable from w T = 0.52 on; half of that still
// behaves as designed.
constexpr double fastest_per_period = 0.25;
// ... and of PD whose inertia is that of another posture: it has to stop an arm whose law was too fast.
constexpr double fastest_stop_per_period = 0.05;
constexpr double usual_envelope = 0.2;  // [rad or m]
constexpr double infinite = std::numeric_limits<double>::infinity();

// One time for both background tasks, or a list of two: [of D with D_i, of h].
void read_pair(const ScenarioTable& file, const char* key, bool may_be_zero, std::array<Nanoseconds, 2>& times) {
  const auto* node = file.raw.find(key);
  if (!node) return;
  std::vector<double> seconds;
  if (node->is_list()) {
    if (const auto list = file.table.numbers(key, 2)) seconds = list->value;
  } else if (const auto one = file.table.number(key)) {
    seconds = {one->value, one->value};
  }
  for (std::size_t k = 0; k < seconds.size(); ++k) {
    const double least = may_be_zero ? 0.0 : shortest_period;
    if (seconds[k] >= least && seconds[k] <= longest_time) {
      times[k] = nanoseconds(seconds[k]);
      continue;
    }
    file.table.error(node->at, "period-impossible",
                     fmt::format("'{}' of {} is {} s", key, file.table.owner(), files::number_text(seconds[k])),
                     fmt::format("from {} to 3600 s", files::number_text(least)));
    return;
  }
}

// PD gains that give each drive by itself these poles, by its inertia at the beginning of the motion.
control::Gains torque_gains(const robot::Robot& robot, const std::vector<double>& start, double w) {
  functions::Computation<double> compute(robot.tree, robot.parameters);
  const std::size_t n = start.size();
  const std::vector<double> M = compute(functions::Function::mass_matrix, {start, {}, {}});
  control::Gains gains = control::equal_poles(Law::pd_with_gravity, n, w);
  for (std::size_t j = 0; j < n; ++j) gains.Kp[j] *= M[j * n + j], gains.Kd[j] *= M[j * n + j];
  return gains;
}

void read_gains(TomlTable& table, DriveValues& values, const robot::Robot& robot, const std::vector<double>& start,
                double period, ControlSettings& control) {
  const auto poles = table.positive("poles", fastest_poles, "rad/s");
  const double w = poles ? poles->value : usual_poles;
  if (poles && w * period > fastest_per_period && control::looks_at_errors(control.law))
    table.warning(
        poles->at, "poles-too-fast",
        fmt::format("poles of {} rad/s are too fast for a period of {} s: their product is {:.3g}",
                    files::number_text(w), files::number_text(period), w * period),
        fmt::format("sampled, the arm follows as designed up to about {}, and from 0.5 on it swings: poles up "
                    "to {:.3g} rad/s, or a shorter [executive] period",
                    fastest_per_period, fastest_per_period / period));
  control.poles = w, control.stop_poles = std::min(w, fastest_stop_per_period / period);
  control.fallback = torque_gains(robot, start, control.stop_poles);
  control.gains = control.law == Law::pd_with_gravity ? torque_gains(robot, start, w)
                                                      : control::equal_poles(control.law, start.size(), w);
  const std::pair<const char*, std::vector<double>*> lists[] = {
      {"Kp", &control.gains.Kp}, {"Kd", &control.gains.Kd}, {"Ki", &control.gains.Ki}};
  for (const auto& [key, gains] : lists) {
    const auto found = values.read(key, *gains);
    if (!found) continue;
    *gains = *found, control.gains_said = true;
    if (poles)
      table.error(table.at(key), "key-conflict", fmt::format("{} has both 'poles' and '{}'", table.owner(), key),
                  "poles give all gains: remove one of them");
    if (!control::looks_at_errors(control.law))
      table.warning(table.at(key), "gains-unused", fmt::format("this law has no gains: '{}' is not used", key));
    for (const double gain : *gains)
      if (gain < 0.0)
        table.error(table.at(key), "gain-negative",
                    fmt::format("'{}' of {} holds {}", key, table.owner(), files::number_text(gain)),
                    "a negative gain drives the arm away from its way");
  }
}

void read_friction_speed(TomlTable& table, ControlSettings& control) {
  constexpr double usual_share = 0.7;
  const bool measured = table.choice<bool>("friction_speed", {{"wanted", false}, {"measured", true}}).value_or(false);
  const auto share = table.number("friction_share");
  if (measured) control.measured_friction = share ? share->value : usual_share;
  if (share && !(share->value > 0.0 && share->value < 1.0))
    table.error(share->at, "friction-share",
                fmt::format("'friction_share' of {} is {}", table.owner(), files::number_text(share->value)),
                "above 0 and below 1: all of it at a measured speed takes the arm's damping away");
  if (share && !measured)
    table.warning(share->at, "key-without-effect", fmt::format("'friction_share' of {} has no effect", table.owner()),
                  "it belongs to friction_speed = \"measured\"; at wanted speeds friction is taken whole");
}

}  // namespace

Nanoseconds nanoseconds(double seconds) { return std::llround(1e9 * seconds); }

void read_time(TomlTable& table, const char* key, double longest, Nanoseconds& time) {
  const auto found = table.number(key);
  if (!found) return;
  if (found->value >= 0.0 && found->value <= longest)
    time = nanoseconds(found->value);
  else
    table.error(found->at, "time-impossible",
                fmt::format("'{}' of {} is {} s", key, table.owner(), files::number_text(found->value)),
                fmt::format("a time from 0 to {} s", files::number_text(longest)));
}

void read_executive(const ScenarioTable& file, ExecutiveSettings& executive) {
  TomlTable& table = file.table;
  if (const auto period = table.number("period")) {
    if (period->value >= shortest_period && period->value <= longest_period)
      executive.period = nanoseconds(period->value);
    else
      table.error(period->at, "period-impossible",
                  fmt::format("'period' of {} is {} s", table.owner(), files::number_text(period->value)),
                  "from 0.0001 to 0.028 s; 0.001 is usual");
  }
  read_pair(file, "background_period", false, executive.background);
  read_pair(file, "background_computation", true, executive.background_computation);
  read_time(table, "latency", longest_time, executive.latency);
  read_time(table, "computation", longest_time, executive.computation);

  auto& policies = executive.policies;
  // models stay usable as long as five runs of the slower task may take
  policies.age_bound = 5 * std::max(executive.background[0], executive.background[1]) + executive.period;
  read_time(table, "age_bound", longest_time, policies.age_bound);
  if (const auto overrun = table.choice<OverrunPolicy>("overrun", {{"skip", OverrunPolicy::skip},
                                                                   {"hold_last", OverrunPolicy::hold_last},
                                                                   {"degrade", OverrunPolicy::degrade},
                                                                   {"safe_stop", OverrunPolicy::safe_stop}}))
    policies.overrun = *overrun;
  if (const auto age = table.choice<AgePolicy>(
          "age",
          {{"hold_last", AgePolicy::hold_last}, {"degrade", AgePolicy::degrade}, {"safe_stop", AgePolicy::safe_stop}}))
    policies.age = *age;
  if (const auto recovery = table.number("recovery")) {
    if (recovery->value >= 0.0 && recovery->value <= 1e6 && recovery->value == std::floor(recovery->value))
      policies.recovery = static_cast<int>(recovery->value);
    else
      table.error(recovery->at, "recovery-impossible",
                  fmt::format("'recovery' of {} is {}", table.owner(), files::number_text(recovery->value)),
                  "a number of releases: 0, 1, 2 ...");
  }
}

robot::Robot carrying(robot::Robot robot, const spatial::Inertia<double>& payload) {
  auto& body = robot.parameters.body.back();
  body = body + moved(robot.parameters.link_frame.back(), payload);
  return robot;
}

void tell_gains_of_the_payload(const std::vector<double>& start, Scenario& scenario) {
  ControlSettings& control = scenario.control;
  if (!scenario.payload_told) return;
  const robot::Robot laden = carrying(scenario.robot, scenario.machine.payload);
  control.fallback = torque_gains(laden, start, control.stop_poles);
  if (control.law == Law::pd_with_gravity && !control.gains_said)
    control.gains = torque_gains(laden, start, control.poles);
}

void read_control(const ScenarioTable& file, const std::vector<double>& start, Scenario& scenario) {
  TomlTable& table = file.table;
  ControlSettings& control = scenario.control;
  DriveValues values(file.raw, table, scenario.robot);
  const std::size_t n = start.size();
  if (const auto law = table.choice<Law>("law", {{"feed_forward", Law::feed_forward},
                                                 {"feed_forward_with_gravity", Law::feed_forward_with_gravity},
                                                 {"gravity", Law::gravity},
                                                 {"pd_with_gravity", Law::pd_with_gravity},
                                                 {"point_to_point", Law::point_to_point},
                                                 {"tracking", Law::tracking},
                                                 {"integral_tracking", Law::integral_tracking}}))
    control.law = *law;
  if (const auto rates = table.choice<bool>("rates", {{"one", false}, {"two", true}})) control.two_rates = *rates;
  if (const auto code = table.choice<bool>("code", {{"templates", false}, {"generated", true}}))
    control.generated = *code;
  if (const auto folder = table.text("code_folder")) {
    control.generated = true, control.code_folder = *folder;
    if (folder->value.empty() || table.has("code"))
      table.error(
          folder->at, folder->value.empty() ? "missing-value" : "key-conflict",
          folder->value.empty() ? "'code_folder' names no folder" : "[control] has both 'code' and 'code_folder'",
          folder->value.empty() ? "code_folder = \"arm\"" : "the code in a folder is generated code: remove 'code'");
  }
  control.drives_carry_gravity = table.truth("drives_carry_gravity").value_or(false);
  read_friction_speed(table, control);
  read_gains(table, values, scenario.robot, start, 1e-9 * static_cast<double>(scenario.executive.period), control);

  const std::vector<double> greatest = simulate::greatest_torques(scenario.plant);
  control.limits = {greatest, std::vector<double>(n, infinite)};
  control.limits.largest = values.positive("max_torque", control.limits.largest);
  for (std::size_t j = 0; j < n; ++j)
    if (control.limits.largest[j] > 1.0001 * greatest[j])
      table.warning(
          table.at("max_torque"), "torque-beyond-drive",
          fmt::format("'max_torque' of drive '{}' is {}, but the drive gives {} at most", scenario.robot.drives[j],
                      files::number_text(control.limits.largest[j]), files::number_text(greatest[j])),
          "the torque limit in the plant's robot file is what it has");
  control.limits.rate = values.positive("max_torque_rate", control.limits.rate);

  // in open loop an arm is nowhere in particular
  control.envelope.assign(n, control::looks_at_errors(control.law) ? usual_envelope : infinite);
  control.envelope = values.positive("envelope", control.envelope);
  // an eighth of the sampling frequency: noise of the encoder passes little, a law with usual poles feels no delay
  control.speed_cut_off = 2e9 * std::numbers::pi / (8.0 * static_cast<double>(scenario.executive.period));
  if (const auto found = table.positive("speed_cut_off", 1e9, "rad/s")) control.speed_cut_off = found->value;
}

}  // namespace tauforge::scenario
