#include "tauforge/cli/identify_alarms.h"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tauforge/cli/number_range.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/files/read_robot.h"

namespace tauforge::cli {

using identify::AlarmThreshold;
using nlohmann::json;

AlarmReport alarms_of(const identify::IdentifiedRobot& found, const std::vector<Recording>& training,
                      const std::vector<Recording>& fresh, const identify::AlarmSettings& settings) {
  AlarmReport report{settings, fresh.empty(), {}, {}};
  if (fresh.empty()) {
    std::vector<recording::Recording> logs;
    for (const Recording& log : training) logs.push_back(log.details());
    report.possible = report.reduced =
        identify::alarm_thresholds(identify::cross_validated(found.prior, found.found, logs), settings);
    return report;
  }
  for (const auto& [robot, alarms] :
       {std::pair(&found.possible.robot, &report.possible), std::pair(&found.reduced, &report.reduced)}) {
    std::vector<identify::Validation> logs;
    for (const Recording& log : fresh)
      logs.push_back(identify::validate(*robot, found.found.model.preparation, log.details()));
    *alarms = identify::alarm_thresholds(logs, settings);
  }
  return report;
}

namespace {

// To three digits, and not below.
double shortened(double torque) {
  const double unit = std::pow(10.0, std::floor(std::log10(torque)) - 2.0);
  return torque > 0.0 ? std::stod(fmt::format("{:.2e}", std::ceil(torque / unit) * unit)) : torque;
}

}  // namespace

Robot with_residual_torques(const Robot& robot, const std::vector<std::optional<AlarmThreshold>>& alarms) {
  files::LoadedRobot loaded = robot.details();
  if (!loaded.robot.tree.direct) return robot;
  for (std::size_t j = 0; j < alarms.size(); ++j) {
    if (!alarms[j]) continue;
    const double torque = shortened(alarms[j]->torque);
    loaded.robot.limits[j].residual_torque = torque;
    for (auto& joint : loaded.description.joints)
      if (joint.name.value == loaded.robot.joints[j]) joint.limits.residual_torque = torque;
  }
  return Robot(std::make_shared<const files::LoadedRobot>(std::move(loaded)));
}

std::string alarms_text(const AlarmReport& report, const robot::Robot& robot) {
  const double hours = 1.0 / (3600.0 * report.settings.rate);
  std::string text =
      "\n" +
      paragraph(fmt::format(
          "Residual torques, behind an observer of gain {:g}/s, that this arm without a fault exceeds once in {:g} h "
          "per drive; from {}",
          report.settings.gain, hours,
          report.cross_validated ? "these logs, every block by a fit without it" : "the logs for validation"));
  std::vector<std::vector<std::string>> rows{{"drive", "residual torque", "reduced", "largest seen", "peaks", "s"}};
  bool short_of_peaks = false, heavy = false;
  for (std::size_t j = 0; j < report.possible.size(); ++j) {
    const auto &a = report.possible[j], &b = report.reduced[j];
    const auto shown = [](const std::optional<AlarmThreshold>& alarm) {
      return alarm ? fmt::format("{:.3g}{}", alarm->torque, alarm->heavy ? " !" : "") : std::string("-");
    };
    short_of_peaks = short_of_peaks || !a, heavy = heavy || (a && a->heavy) || (b && b->heavy);
    rows.push_back({printable(robot.drives[j]), shown(a), shown(b), a ? fmt::format("{:.3g}", a->largest) : "-",
                    a ? fmt::format("{}", a->peaks) : "-", a ? fmt::format("{:.0f}", a->seconds) : "-"});
  }
  text += table(rows, "  ", {{}, {}, diagnostic::leaves(1), diagnostic::leaves(2), {}, {}});
  if (short_of_peaks) text += paragraph("-: the logs are too short to tell", "  ");
  if (heavy)
    text += paragraph(
        "!: the largest errors are rarer and larger than an exponential tail has them: alarms may be more "
        "frequent than stated",
        "  ");
  if (!robot.tree.direct) text += paragraph("drives are coupled: none is written among the limits of joints", "  ");
  return text;
}

json alarms_json(const AlarmReport& report) {
  json j = {{"gain", report.settings.gain},
            {"hours", 1.0 / (3600.0 * report.settings.rate)},
            {"from", report.cross_validated ? "cross-validation" : "validation"}};
  for (const auto& [name, alarms] : {std::pair("possible", &report.possible), std::pair("reduced", &report.reduced)}) {
    j[name] = json::array();
    for (const auto& a : *alarms)
      j[name].push_back(a ? json{{"residual_torque", a->torque},
                                 {"level", a->level},
                                 {"excess", a->excess},
                                 {"largest", a->largest},
                                 {"peaks", a->peaks},
                                 {"seconds", a->seconds},
                                 {"heavy_tail", a->heavy}}
                          : json());
  }
  return j;
}

void add_alarm_options(CLI::App& command, identify::AlarmSettings& alarms, double& hours) {
  command
      .add_option("--alarm-hours", hours,
                  "hours in which a residual torque may be exceeded once without a fault, per drive (1000)")
      ->type_name("H")
      ->check(NumberRange(1e-3, 1e6));
  command.add_option("--alarm-gain", alarms.gain, "of the observer that residual torques are for [1/s] (30)")
      ->type_name("K")
      ->check(NumberRange(0.1, 1000.0));
}

}  // namespace tauforge::cli
