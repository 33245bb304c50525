// What identification found, as people and as programs read it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tauforge/cli/identify_alarms.h"
#include "tauforge/cli/written_robot.h"
#include "tauforge/identify/identified_robot.h"

namespace tauforge::cli {

struct IdentifyReport : identify::IdentifiedRobot {
  std::vector<std::string> logs = {};
  std::string robot_file = {};
  Verdict verdict = {};
  Findings findings = {};                                             // about the logs
  std::vector<IdentifiedBody> bodies = {};                            // of the possible robot
  std::vector<identify::Validation> training = {}, validations = {};  // of the reduced model as its file reads back
  std::vector<recording::Channels> training_of_bodies = {}, validations_of_bodies = {};  // torques of the other file
  std::size_t positive_postures = 0, postures = 0;  // of random ones, with these bodies: mass matrix positive definite
  AlarmReport alarms = {};
  double seconds = 0;
  std::vector<WrittenRobot> written = {};
};

std::string identify_text(const IdentifyReport& report);
nlohmann::json identify_json(const IdentifyReport& report);

}  // namespace tauforge::cli
