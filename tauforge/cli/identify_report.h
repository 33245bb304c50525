// What identification found, as people and as programs read it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tauforge/cli/written_robot.h"
#include "tauforge/identify/identified_robot.h"

namespace tauforge::cli {

struct IdentifyReport : identify::IdentifiedRobot {
  std::vector<std::string> logs = {};
  std::vector<identify::Validation> validations = {};
  std::vector<identify::RelativeError> possible_errors = {};  // of the possible robot, per validation log
  std::size_t positive_postures = 0, postures = 0;            // of random ones: mass matrix positive definite
  double seconds = 0;
  std::vector<WrittenRobot> written = {};
};

std::string identify_text(const IdentifyReport& report);
nlohmann::json identify_json(const IdentifyReport& report);

}  // namespace tauforge::cli
