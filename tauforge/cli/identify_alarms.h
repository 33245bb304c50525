// Residual torques that `tauforge identify` finds: from which on a torque from outside is taken for one.
#pragma once

#include <CLI/App.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tauforge/identify/alarm_threshold.h"
#include "tauforge/identify/identified_robot.h"
#include "tauforge/tauforge.h"

namespace tauforge::cli {

struct AlarmReport {
  identify::AlarmSettings settings;
  bool cross_validated = false;                                            // there were no other logs
  std::vector<std::optional<identify::AlarmThreshold>> possible, reduced;  // of either robot, per drive
};

// From the logs that the model has not seen; where there are none, from those it has, block by block without that block.
AlarmReport alarms_of(const identify::IdentifiedRobot& found, const std::vector<Recording>& training,
                      const std::vector<Recording>& fresh, const identify::AlarmSettings& settings);

// The robot with them among its limits; with coupled drives, whose limits are not those of joints, as it is.
Robot with_residual_torques(const Robot& robot, const std::vector<std::optional<identify::AlarmThreshold>>& alarms);

std::string alarms_text(const AlarmReport& report, const robot::Robot& robot);
nlohmann::json alarms_json(const AlarmReport& report);

// --alarm-hours and --alarm-gain.
void add_alarm_options(CLI::App& command, identify::AlarmSettings& alarms, double& hours);

}  // namespace tauforge::cli
