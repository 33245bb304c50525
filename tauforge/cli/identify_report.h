// What identification found, as people and as programs read it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tauforge/identify/identified_robot.h"

namespace tauforge::cli {

// A robot in the format that was read, judged as it reads back.
struct WrittenRobot {
  std::string file;
  double error = 0, model_error = 0;  // of torques on the logs, of the file and of the model it was made of [%]
  double difference = 0;              // of its torques from the robot's, as a share of the largest
  diagnostic::Findings lost = {};     // what the format cannot say
};

struct IdentifyReport : identify::IdentifiedRobot {
  std::vector<std::string> logs = {};
  std::vector<identify::Validation> validations = {};
  std::vector<identify::RelativeError> possible_errors = {};  // of the possible robot, per validation log
  std::size_t positive_postures = 0, postures = 0;            // of random ones: mass matrix positive definite
  double seconds = 0;
  std::vector<WrittenRobot> written = {};
};

std::string identify_text(const IdentifyReport& report);
std::string written_text(const WrittenRobot& written);
nlohmann::json identify_json(const IdentifyReport& report);

}  // namespace tauforge::cli
